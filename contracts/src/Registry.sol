// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC2771Context} from "@openzeppelin/contracts/metatx/ERC2771Context.sol";
import {IRegistry} from "./interfaces/IRegistry.sol";
import {RegistryCertificates} from "./RegistryCertificates.sol";

/// @title The register of autonomous agents
/// @dev The sender is `_msgSender()` everywhere: owner, regulators and agents act through the trusted
/// forwarder as they do directly. The forwarder is fixed for good: an account that could replace it
/// could act as any agent.
contract Registry is RegistryCertificates {
    uint256 private constant MAX_TEXT_BYTES = 1_000;
    uint256 private constant MAX_NAME_BYTES = 31;
    uint256 private constant MAX_AMOUNT = 2 ** 53 - 1;

    constructor(address trustedForwarder) ERC2771Context(trustedForwarder) {}

    // ----------------------------------------------------------------- agents

    /// @inheritdoc IRegistry
    function registerAgent(
        address haftungsperson,
        address agentWallet,
        bytes32 constitutionHash,
        bytes32 capabilityHash,
        string calldata operationalScope,
        uint256 parentAgentId,
        bool selfModifying
    ) external returns (uint256 agentId) {
        address creator = _msgSender();
        AgentRecord storage parent = _agents[parentAgentId];
        uint256 generation;
        bool hasParentConsent = true;
        if (parentAgentId != 0) {
            require(parent.agentWallet != address(0), "Parent agent not found");
            require(parent.status == Status.Active, "Parent agent not active");
            generation = uint256(parent.generation) + 1;
            require(generation <= maxGenerationDepth, "Max generation depth exceeded");
            hasParentConsent = _isParty(parent, creator);
            // A stranger makes nobody liable by leaving a field empty.
            if (haftungsperson == address(0) && hasParentConsent) haftungsperson = parent.haftungsperson;
        }
        require(_mayEnter(agentWallet, creator), "Wallet already registered to another agent");
        require(haftungsperson != address(0), "Haftungsperson required");
        require(agentWallet != address(0), "Agent wallet required");
        require(bytes(operationalScope).length <= MAX_TEXT_BYTES, "Operational scope too long");

        agentId = _nextAgentId;
        uint8 flags = selfModifying ? FLAG_SELF_MODIFYING : 0;
        if (creator == agentWallet) flags |= FLAG_WALLET_CONSENT;
        if (creator == haftungsperson) flags |= FLAG_HAFTUNGSPERSON_CONSENT;
        if (hasParentConsent) flags |= FLAG_PARENT_CONSENT;

        unchecked {
            _nextAgentId = agentId + 1;
        }
        _bindWallet(agentWallet, agentId);
        AgentRecord storage agent = _agents[agentId];
        agent.agentWallet = agentWallet;
        agent.lastAttestation = uint40(block.timestamp);
        agent.flags = flags;
        agent.creator = creator;
        agent.registeredAt = uint40(block.timestamp);
        agent.generation = uint56(generation);
        agent.haftungsperson = haftungsperson;
        agent.parentAgentId = uint64(parentAgentId);
        agent.constitutionHash = constitutionHash;
        agent.capabilityHash = capabilityHash;
        _storeScope(agent, bytes(operationalScope));
        if (parentAgentId != 0) parent.children.push(uint64(agentId));

        emit AgentRegistered(
            agentId,
            creator,
            agentWallet,
            haftungsperson,
            constitutionHash,
            capabilityHash,
            operationalScope,
            parentAgentId,
            generation,
            selfModifying,
            flags & FLAG_WALLET_CONSENT != 0,
            flags & FLAG_HAFTUNGSPERSON_CONSENT != 0,
            flags & FLAG_PARENT_CONSENT != 0,
            uint64(block.timestamp)
        );
    }

    /// @inheritdoc IRegistry
    function attestCompliance(uint256 agentId) external {
        _attest(agentId, _msgSender());
    }

    /// @inheritdoc IRegistry
    function attestComplianceMany(uint256[] calldata agentIds) external {
        require(agentIds.length != 0, "No agents given");
        address sender = _msgSender();
        for (uint256 i = 0; i < agentIds.length; ++i) _attest(agentIds[i], sender);
    }

    /// @inheritdoc IRegistry
    function reportRevenue(
        uint256 agentId,
        uint256 amount,
        string calldata currency,
        string calldata category,
        uint64 periodStart,
        uint64 periodEnd
    ) external {
        address sender = _msgSender();
        AgentRecord storage agent = _activeAgentOf(agentId, sender);
        require(amount <= MAX_AMOUNT, "Amount too large");
        require(_isName(currency), "Invalid currency");
        require(_isName(category), "Invalid category");
        // Neither time is in the future, so both fit the 40 bits that a report has for them.
        require(periodStart <= periodEnd && periodEnd <= block.timestamp, "Invalid reporting period");

        agent.lastRevenueReport = uint40(block.timestamp);
        agent.reports.push(
            PackedReport({
                amount: uint56(amount),
                periodStart: uint40(periodStart),
                periodEnd: uint40(periodEnd),
                reportedAt: uint40(block.timestamp),
                currencyId: _nameId(currency),
                categoryId: _nameId(category)
            })
        );
        emit RevenueReported(
            agentId, sender, amount, currency, category, periodStart, periodEnd, uint64(block.timestamp)
        );
    }

    /// @inheritdoc IRegistry
    function updateCapabilities(uint256 agentId, bytes32 capabilityHash) external {
        address sender = _msgSender();
        AgentRecord storage agent = _activeAgentOf(agentId, sender);
        bytes32 oldHash = agent.capabilityHash;
        agent.capabilityHash = capabilityHash;
        emit CapabilitiesUpdated(agentId, sender, oldHash, capabilityHash, uint64(block.timestamp));
    }

    /// @inheritdoc IRegistry
    function updateConstitution(uint256 agentId, bytes32 constitutionHash) external {
        address sender = _msgSender();
        AgentRecord storage agent = _activeAgentOf(agentId, sender);
        bytes32 oldHash = agent.constitutionHash;
        agent.constitutionHash = constitutionHash;
        emit ConstitutionUpdated(agentId, sender, oldHash, constitutionHash, uint64(block.timestamp));
    }

    /// @inheritdoc IRegistry
    function terminateSelf(uint256 agentId) external {
        address sender = _msgSender();
        AgentRecord storage agent = _activeAgentOf(agentId, sender);
        _changeStatus(agentId, agent, sender, Status.Terminated, "");
    }

    // ------------------------------------------------------------- regulators

    /// @inheritdoc IRegistry
    function suspendAgent(uint256 agentId, string calldata reason) external onlyRegulator {
        AgentRecord storage agent = _existing(agentId);
        require(agent.status == Status.Active, "Agent not active");
        require(bytes(reason).length <= MAX_TEXT_BYTES, "Reason too long");
        _changeStatus(agentId, agent, _msgSender(), Status.Suspended, reason);
    }

    /// @inheritdoc IRegistry
    function revokeAgent(uint256 agentId, string calldata reason) external onlyRegulator {
        AgentRecord storage agent = _existing(agentId);
        _requireNotEnded(agent.status);
        require(bytes(reason).length <= MAX_TEXT_BYTES, "Reason too long");
        _changeStatus(agentId, agent, _msgSender(), Status.Revoked, reason);
    }

    /// @inheritdoc IRegistry
    function reactivateAgent(uint256 agentId) external onlyRegulator {
        // Revoked and Terminated are final, so Suspended is the only state with a way back.
        AgentRecord storage agent = _existing(agentId);
        require(agent.status == Status.Suspended, "Only suspended agents can be reactivated");
        agent.flags &= ~FLAG_SUSPENDED_BY_REFUSAL;
        _changeStatus(agentId, agent, _msgSender(), Status.Active, "");
    }

    // --------------------------------------------------------------- internal

    function _attest(uint256 agentId, address sender) private {
        AgentRecord storage agent = _attestableAgentOf(agentId, sender);
        uint64 previous = agent.lastAttestation;
        agent.lastAttestation = uint40(block.timestamp);
        emit ComplianceAttested(agentId, sender, previous, uint64(block.timestamp));
    }

    function _isName(string calldata name) private pure returns (bool) {
        return bytes(name).length != 0 && bytes(name).length <= MAX_NAME_BYTES;
    }

    /// @dev The number of a name; a name not seen before is stored and numbered.
    function _nameId(string calldata name) private returns (uint40) {
        bytes32 nameHash = keccak256(bytes(name));
        uint256 nameId = _nameIds[nameHash];
        if (nameId == 0) {
            nameId = _names.length;
            _names.push(name);
            _nameIds[nameHash] = nameId;
        }
        return uint40(nameId);
    }
}
