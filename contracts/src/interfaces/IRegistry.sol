// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistryCertificates} from "./IRegistryCertificates.sol";
import {IRegistryRoles} from "./IRegistryRoles.sol";

/// @title The register of autonomous agents
/// @notice Every agent is entered with a liable human, the Haftungsperson, attests its compliance
/// every seven days, and can be looked up by anyone.
/// @dev Every change of a fact emits one event that carries all an index needs: replaying the logs
/// alone rebuilds the register. A call that changes several facts emits several. Guards run in this
/// order and the first failure wins: role, existence, authorisation, state, arguments.
interface IRegistry is IRegistryRoles, IRegistryCertificates {
    // ------------------------------------------------------------------ types

    /// @notice Where an agent stands. Revoked and Terminated are final.
    enum Status {
        Active,
        Suspended,
        Revoked,
        Terminated
    }

    /// @notice An agent as the register shows it.
    /// @param parentAgentId 0 for a root agent
    /// @param generation 0 for a root agent, else the parent's plus one
    /// @param lastRevenueReport 0 until the first report
    struct Agent {
        uint256 agentId;
        address creator;
        address haftungsperson;
        address agentWallet;
        bytes32 constitutionHash;
        bytes32 capabilityHash;
        string operationalScope;
        uint256 parentAgentId;
        uint256 generation;
        bool selfModifying;
        uint64 registeredAt;
        uint64 lastAttestation;
        uint64 lastRevenueReport;
        Status status;
    }

    /// @notice One revenue report. `amount` is a whole number of hundredths of the currency.
    struct RevenueReport {
        uint256 agentId;
        uint256 amount;
        string currency;
        string category;
        uint64 periodStart;
        uint64 periodEnd;
        uint64 reportedAt;
    }

    // ----------------------------------------------------------------- events

    /// @notice An agent was entered. Registration counts as its first attestation.
    /// @param walletConsent whether the creator is the agent's wallet
    /// @param haftungspersonConsent whether the creator is the Haftungsperson
    /// @param parentConsent whether the creator may speak for the parent; true for roots
    event AgentRegistered(
        uint256 indexed agentId,
        address indexed creator,
        address indexed agentWallet,
        address haftungsperson,
        bytes32 constitutionHash,
        bytes32 capabilityHash,
        string operationalScope,
        uint256 parentAgentId,
        uint256 generation,
        bool selfModifying,
        bool walletConsent,
        bool haftungspersonConsent,
        bool parentConsent,
        uint64 registeredAt
    );

    /// @notice An agent attested its compliance.
    event ComplianceAttested(
        uint256 indexed agentId, address indexed actor, uint64 previousAttestation, uint64 attestedAt
    );

    /// @notice An agent reported revenue.
    /// @param amount hundredths of the currency
    event RevenueReported(
        uint256 indexed agentId,
        address indexed actor,
        uint256 amount,
        string currency,
        string category,
        uint64 periodStart,
        uint64 periodEnd,
        uint64 reportedAt
    );

    /// @notice An agent's capabilities changed.
    event CapabilitiesUpdated(
        uint256 indexed agentId, address indexed actor, bytes32 oldHash, bytes32 newHash, uint64 updatedAt
    );

    /// @notice An agent's constitution changed.
    event ConstitutionUpdated(
        uint256 indexed agentId, address indexed actor, bytes32 oldHash, bytes32 newHash, uint64 updatedAt
    );

    /// @notice An agent moved from one state to another.
    /// @param reason what the regulator gave, or why else it was; empty for reactivation and self-termination
    event AgentStatusChanged(
        uint256 indexed agentId,
        address indexed actor,
        Status oldStatus,
        Status newStatus,
        string reason,
        uint64 changedAt
    );

    /// @notice A named party agreed to its place in the record, for the first time or again. The flags are
    /// those after the change; a refusal of a party that has agreed is gone.
    /// @param places what the sender agreed as, by the bits of the record's flags: 2 wallet, 4 Haftungsperson,
    /// 8 parent
    event ConsentGiven(
        uint256 indexed agentId,
        address indexed actor,
        bool wallet,
        bool haftungsperson,
        bool parent,
        uint8 places,
        uint64 confirmedAt
    );

    /// @notice A named party refused its place in the record. The flags are those after the change; the
    /// consent of a party that has refused is gone.
    /// @param suspends whether this refusal of the Haftungsperson suspends the agent
    event ConsentRefused(
        uint256 indexed agentId,
        address indexed actor,
        bool haftungsperson,
        bool parent,
        bool suspends,
        uint64 refusedAt
    );

    /// @notice A wallet that never agreed left the record, which is no longer its entry. From now on only the
    /// wallet itself can register it.
    event WalletReleased(
        uint256 indexed agentId, address indexed actor, address indexed agentWallet, uint64 releasedAt
    );

    /// @notice Somebody is to take over as Haftungsperson. A zero `newProposal` takes the proposal back.
    event HaftungspersonProposed(
        uint256 indexed agentId, address indexed actor, address oldProposal, address newProposal, uint64 proposedAt
    );

    /// @notice The proposed Haftungsperson took over, and so agreed. The proposal and the old one's
    /// refusal are gone; a wallet that the old one had proposed is dropped by a `WalletProposed` that follows.
    event HaftungspersonChanged(
        uint256 indexed agentId,
        address indexed actor,
        address oldHaftungsperson,
        address newHaftungsperson,
        uint64 changedAt
    );

    /// @notice The Haftungsperson wants another wallet to take the place of the agent's. A zero `newProposal`
    /// takes the proposal back.
    event WalletProposed(
        uint256 indexed agentId, address indexed actor, address oldProposal, address newProposal, uint64 proposedAt
    );

    /// @notice The proposed wallet took the place of the old one, and so agreed. The proposal is gone and the old
    /// wallet retired: nobody registers it again. An attester and a proposed Haftungsperson are dropped by an
    /// `AttesterChanged` and a `HaftungspersonProposed` that follow.
    event WalletChanged(
        uint256 indexed agentId, address indexed actor, address oldWallet, address newWallet, uint64 changedAt
    );

    /// @notice Another key may attest for the agent, and do nothing else. A zero `newAttester` removes it.
    event AttesterChanged(
        uint256 indexed agentId, address indexed actor, address oldAttester, address newAttester, uint64 changedAt
    );

    // ---------------------------------------------------------- agents: write

    /// @notice Enters an agent. The sender becomes its creator.
    /// @param haftungsperson the liable human; zero inherits the parent's if the sender is the parent's
    /// wallet, creator or Haftungsperson, and is refused otherwise
    /// @param agentWallet bound to this agent for ever, whatever becomes of it, unless it never agreed and
    /// is released, or is replaced. A wallet that was released can only be registered by itself, a wallet that
    /// was replaced not at all
    /// @param operationalScope free text of at most 1,000 bytes
    /// @param parentAgentId 0 for none; a parent must be Active
    /// @return agentId the new agent's number; numbers start at 1
    function registerAgent(
        address haftungsperson,
        address agentWallet,
        bytes32 constitutionHash,
        bytes32 capabilityHash,
        string calldata operationalScope,
        uint256 parentAgentId,
        bool selfModifying
    ) external returns (uint256 agentId);

    /// @notice Attests that the agent complies; keeps it compliant for seven more days.
    /// @dev Agent-or-creator or the agent's attester, active.
    function attestCompliance(uint256 agentId) external;

    /// @notice Attests for a whole fleet, as `attestCompliance` for each, in one call. If one may not be
    /// attested, none is.
    /// @dev Agent-or-creator or attester of each, each active.
    function attestComplianceMany(uint256[] calldata agentIds) external;

    /// @notice Reports revenue for a period that has ended. Zero is a valid amount.
    /// @dev Agent-or-creator, active.
    /// @param amount hundredths of the currency, at most 2^53 - 1 so that it is an exact JSON number
    /// @param currency free text of 1 to 31 bytes
    /// @param category free text of 1 to 31 bytes
    function reportRevenue(
        uint256 agentId,
        uint256 amount,
        string calldata currency,
        string calldata category,
        uint64 periodStart,
        uint64 periodEnd
    ) external;

    /// @notice Replaces the hash of the agent's capabilities.
    /// @dev Agent-or-creator, active.
    function updateCapabilities(uint256 agentId, bytes32 capabilityHash) external;

    /// @notice Replaces the hash of the agent's constitution.
    /// @dev Agent-or-creator, active.
    function updateConstitution(uint256 agentId, bytes32 constitutionHash) external;

    /// @notice Ends the agent for good. A suspended agent cannot leave its suspension this way.
    /// @dev Agent-or-creator, active.
    function terminateSelf(uint256 agentId) external;

    // --------------------------------------------- those whom a record names: write

    /// @notice Records the sender's consent to every place it holds in the record: as the agent's
    /// wallet, as its Haftungsperson, or speaking for its parent. Takes back the sender's refusal. Changes
    /// neither status nor compliance. `ConsentGiven` is emitted each time: who agrees again has agreed to the
    /// record as it is now.
    function confirmAgent(uint256 agentId) external;

    /// @notice As `confirmAgent`, but only to the record that the sender has seen: reverts
    /// `Record changed` unless `recordHash` is still the same.
    function confirmRecord(uint256 agentId, bytes32 seenHash) external;

    /// @notice Refuses every place that the sender holds in the record.
    /// A wallet that has not agreed is released: only the wallet itself can register it anew, and an Active
    /// agent is Terminated. So is one that the Haftungsperson's refusal suspended. In any other suspension
    /// and in Revoked only a regulator releases it.
    /// A Haftungsperson takes its consent back, if it gave one; an Active agent is Suspended.
    /// Who speaks for the parent takes that consent back; the status stays.
    function declineAgent(uint256 agentId) external;

    /// @notice Notes who is to take over as Haftungsperson; it changes when that account accepts. Zero
    /// takes the proposal back.
    /// @dev Agent-or-creator; Active or Suspended.
    function proposeHaftungsperson(uint256 agentId, address haftungsperson) external;

    /// @notice Takes over as Haftungsperson, and so agrees. The status stays: a suspended agent waits for
    /// a regulator.
    /// @dev The proposed account alone; Active or Suspended; `Record changed` unless `recordHash` is still
    /// what the account has seen.
    function acceptHaftungsperson(uint256 agentId, bytes32 seenHash) external;

    // ------------------------------------------------------- keys of an entry: write

    /// @notice Notes which wallet is to take the place of the agent's; it changes when that wallet accepts.
    /// Zero takes the proposal back.
    /// @dev The Haftungsperson alone, having agreed; Active or Suspended; a wallet that was never registered.
    function proposeWallet(uint256 agentId, address newWallet) external;

    /// @notice Takes the place of the agent's wallet, and so agrees. The old wallet is retired for good, and if
    /// it is the agent's creator, too, it acts for this agent as such no longer. The attester is removed and a
    /// proposed Haftungsperson dropped. Status, attestation, children and history stay.
    /// @dev The proposed wallet alone; Active or Suspended; the Haftungsperson's agreement stands; `Record
    /// changed` unless `recordHash` is still what the wallet has seen.
    function acceptWallet(uint256 agentId, bytes32 seenHash) external;

    /// @notice Names a key that may attest for the agent and do nothing else. Zero removes it.
    /// @dev Agent-or-creator; Active or Suspended.
    function setAttester(uint256 agentId, address newAttester) external;

    // ------------------------------------------------------ regulators: write

    /// @notice Suspends an Active agent.
    /// @param reason free text of at most 1,000 bytes
    function suspendAgent(uint256 agentId, string calldata reason) external;

    /// @notice Revokes an Active or Suspended agent for good.
    /// @param reason free text of at most 1,000 bytes
    function revokeAgent(uint256 agentId, string calldata reason) external;

    /// @notice Makes a Suspended agent Active again. Its attestation is not renewed by this.
    function reactivateAgent(uint256 agentId) external;

    /// @notice Releases a wallet that never agreed, so that it may register itself anew. An Active or
    /// Suspended agent is Terminated.
    function releaseWallet(uint256 agentId) external;

    // ------------------------------------------------------------------ views

    /// @notice The agent with this number. Reverts `Agent not found`.
    function getAgent(uint256 agentId) external view returns (Agent memory);

    /// @notice The agent bound to this wallet. Reverts `No agent registered for this wallet`.
    function getAgentByWallet(address agentWallet) external view returns (Agent memory);

    /// @notice The agent's standing now. Compliant means active with a current attestation.
    function complianceStatus(uint256 agentId)
        external
        view
        returns (
            bool isActive,
            bool attestationCurrent,
            uint64 secondsSinceAttestation,
            uint256 childCount,
            Status status
        );

    /// @notice Who has agreed to the record: the wallet, the Haftungsperson, the parent.
    function consents(uint256 agentId)
        external
        view
        returns (bool wallet, bool haftungsperson, bool parent);

    /// @notice Who has refused its place in the record: the Haftungsperson, the parent. Nobody has both
    /// agreed and refused.
    function refusals(uint256 agentId) external view returns (bool haftungsperson, bool parent);

    /// @notice Whether the record's wallet was released. The record then says nothing about the wallet.
    function isWalletReleased(uint256 agentId) external view returns (bool);

    /// @notice Who is to take over as Haftungsperson; zero if nobody is.
    function pendingHaftungsperson(uint256 agentId) external view returns (address);

    /// @notice Which wallet is to take the place of the agent's; zero if none is.
    function pendingWallet(uint256 agentId) external view returns (address);

    /// @notice The key that may attest for the agent and do nothing else; zero if there is none.
    function attester(uint256 agentId) external view returns (address);

    /// @notice The number of the agent whose wallet this was until it was replaced; 0 for none.
    function retiredWallet(address wallet) external view returns (uint256 agentId);

    /// @notice One hash for what a party agrees to: keccak256 of `abi.encode(agentId, creator,
    /// haftungsperson, agentWallet, constitutionHash, capabilityHash, keccak256(bytes(operationalScope)),
    /// parentAgentId, selfModifying)`.
    function recordHash(uint256 agentId) external view returns (bytes32);

    /// @notice Whether any agent, in whatever state, is bound to this wallet.
    function isRegistered(address agentWallet) external view returns (bool);

    /// @notice Whether this wallet's agent is active with a current attestation.
    function isRegisteredAndCompliant(address agentWallet) external view returns (bool);

    /// @notice The number of the agent bound to this wallet; 0 for none.
    function walletToAgent(address agentWallet) external view returns (uint256);

    /// @notice The number that the next agent will get.
    function nextAgentId() external view returns (uint256);

    /// @notice How many agents were ever registered.
    function totalAgents() external view returns (uint256);

    /// @notice All children, in order of registration.
    function getChildren(uint256 agentId) external view returns (uint256[] memory);

    /// @notice Children from `offset` on, at most `limit`; empty beyond the end.
    function getChildrenPage(uint256 agentId, uint256 offset, uint256 limit)
        external
        view
        returns (uint256[] memory);

    /// @notice All revenue reports, oldest first.
    function getRevenueHistory(uint256 agentId) external view returns (RevenueReport[] memory);

    /// @notice Revenue reports from `offset` on, at most `limit`; empty beyond the end.
    function getRevenuePage(uint256 agentId, uint256 offset, uint256 limit)
        external
        view
        returns (RevenueReport[] memory);
}
