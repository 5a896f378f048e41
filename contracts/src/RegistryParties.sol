// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "./interfaces/IRegistry.sol";
import {RegistryRoles} from "./RegistryRoles.sol";
import {RegistryViews} from "./RegistryViews.sol";

/// @title Those whom a record names: who agreed, who refused, who takes over
/// @dev Anyone may enter anyone. Here those who were entered have their say.
abstract contract RegistryParties is RegistryViews, RegistryRoles {
    // ------------------------------------------------- wallet, Haftungsperson, parent

    /// @inheritdoc IRegistry
    function confirmAgent(uint256 agentId) external {
        address sender = _msgSender();
        AgentRecord storage agent = _existing(agentId);
        uint8 places = _placesOf(agent, sender);
        require(places != 0, "Not authorized for this agent");
        _confirm(agentId, agent, sender, places);
    }

    /// @inheritdoc IRegistry
    function confirmRecord(uint256 agentId, bytes32 seenHash) external {
        address sender = _msgSender();
        AgentRecord storage agent = _existing(agentId);
        uint8 places = _placesOf(agent, sender);
        require(places != 0, "Not authorized for this agent");
        require(_recordHash(agentId, agent) == seenHash, "Record changed");
        _confirm(agentId, agent, sender, places);
    }

    /// @inheritdoc IRegistry
    function declineAgent(uint256 agentId) external {
        address sender = _msgSender();
        AgentRecord storage agent = _existing(agentId);
        (Status status, uint8 flags) = (agent.status, agent.flags);
        uint8 places = _placesOf(agent, sender);
        uint8 refused = places & ~FLAG_WALLET_CONSENT;
        bool isUnagreedWallet = places & ~flags & FLAG_WALLET_CONSENT != 0;
        // Out of Revoked, and out of Suspended if a regulator suspended, only a regulator releases, or a wallet
        // could re-enter clean. A stranger whose refusal suspended the agent locks nobody in.
        bool releases = isUnagreedWallet
            && (status == Status.Active || status == Status.Terminated
                || (status == Status.Suspended && flags & FLAG_SUSPENDED_BY_REFUSAL != 0));
        if (refused == 0 && !releases) {
            bool wasReleased = flags & FLAG_WALLET_RELEASED != 0 && sender == agent.agentWallet;
            require(!wasReleased, "Wallet already released");
            require(isUnagreedWallet, "Not authorized for this agent");
            revert("Agent not active");
        }

        bool suspends = !releases && status == Status.Active && refused & FLAG_HAFTUNGSPERSON_CONSENT != 0;
        if (releases) _release(agentId, agent, sender);
        if (refused != 0) _refuse(agentId, agent, sender, refused, suspends);
        if (suspends) _changeStatus(agentId, agent, sender, Status.Suspended, "Declined by the Haftungsperson");
        if (releases && status != Status.Terminated) {
            _changeStatus(agentId, agent, sender, Status.Terminated, "Declined by the wallet");
        }
    }

    // ---------------------------------------------------------------- handover

    /// @inheritdoc IRegistry
    function proposeHaftungsperson(uint256 agentId, address haftungsperson) external {
        address sender = _msgSender();
        AgentRecord storage agent = _agentOf(agentId, sender);
        _requireNotEnded(agent.status);
        require(haftungsperson != agent.haftungsperson, "Already the Haftungsperson");
        _setPendingHaftungsperson(agentId, agent, sender, haftungsperson);
    }

    /// @inheritdoc IRegistry
    function acceptHaftungsperson(uint256 agentId, bytes32 seenHash) external {
        address sender = _msgSender();
        AgentRecord storage agent = _existing(agentId);
        require(sender == agent.pendingHaftungsperson, "Only proposed Haftungsperson");
        _requireNotEnded(agent.status);
        require(_recordHash(agentId, agent) == seenHash, "Record changed");
        address oldHaftungsperson = agent.haftungsperson;
        agent.haftungsperson = sender;
        agent.pendingHaftungsperson = address(0);
        agent.flags = (agent.flags | FLAG_HAFTUNGSPERSON_CONSENT) & ~FLAG_HAFTUNGSPERSON_REFUSED;
        emit HaftungspersonChanged(agentId, sender, oldHaftungsperson, sender, uint64(block.timestamp));
        // The new Haftungsperson decides which key acts for the agent, not the former one.
        _setPendingWallet(agentId, agent, sender, address(0));
    }

    // -------------------------------------------------------------- regulators

    /// @inheritdoc IRegistry
    function releaseWallet(uint256 agentId) external onlyRegulator {
        AgentRecord storage agent = _existing(agentId);
        require(agent.flags & FLAG_WALLET_CONSENT == 0, "Wallet has agreed");
        require(agent.flags & FLAG_WALLET_RELEASED == 0, "Wallet already released");
        address sender = _msgSender();
        _release(agentId, agent, sender);
        if (agent.status == Status.Active || agent.status == Status.Suspended) {
            _changeStatus(agentId, agent, sender, Status.Terminated, "Wallet released by a regulator");
        }
    }

    // ---------------------------------------------------------------- internal

    /// @dev The record of an agent whose wallet, creator or Haftungsperson the sender is.
    function _agentOf(uint256 agentId, address sender)
        internal
        view
        returns (AgentRecord storage agent)
    {
        agent = _agents[agentId];
        // In one function, so that the slot of wallet and flags is read once.
        address wallet = agent.agentWallet;
        require(wallet != address(0), "Agent not found");
        bool isWallet = sender == wallet && agent.flags & FLAG_WALLET_RELEASED == 0;
        require(
            isWallet || sender == agent.haftungsperson || _isCreatorOf(agent, sender),
            "Not authorized for this agent"
        );
    }

    function _activeAgentOf(uint256 agentId, address sender) internal view returns (AgentRecord storage agent) {
        agent = _agentOf(agentId, sender);
        require(agent.status == Status.Active, "Agent not active");
    }

    /// @dev The wallet first: it shares its slot with status and flags, so a call by the agent itself
    /// reads no other slot.
    function _isParty(AgentRecord storage agent, address account) internal view returns (bool) {
        return _isWalletOf(agent, account) || account == agent.haftungsperson || _isCreatorOf(agent, account);
    }

    /// @dev A wallet that was released has no place in the record any more.
    function _isWalletOf(AgentRecord storage agent, address account) internal view returns (bool) {
        return account == agent.agentWallet && agent.flags & FLAG_WALLET_RELEASED == 0;
    }

    /// @dev An agent that entered itself has its wallet as creator, too. Once that wallet is replaced, its key
    /// acts for the agent in neither place.
    function _isCreatorOf(AgentRecord storage agent, address account) internal view returns (bool) {
        return account == agent.creator && !agent.isCreatorRetired;
    }

    function _changeStatus(
        uint256 agentId,
        AgentRecord storage agent,
        address sender,
        Status newStatus,
        string memory reason
    ) internal {
        Status oldStatus = agent.status;
        agent.status = newStatus;
        emit AgentStatusChanged(agentId, sender, oldStatus, newStatus, reason, uint64(block.timestamp));
    }

    /// @dev The places that the account holds in the record, as the flags of their consents.
    function _placesOf(AgentRecord storage agent, address account) private view returns (uint8 places) {
        if (_isWalletOf(agent, account)) places = FLAG_WALLET_CONSENT;
        if (account == agent.haftungsperson) places |= FLAG_HAFTUNGSPERSON_CONSENT;
        uint256 parentAgentId = agent.parentAgentId;
        if (parentAgentId != 0 && _isParty(_agents[parentAgentId], account)) places |= FLAG_PARENT_CONSENT;
    }

    function _confirm(uint256 agentId, AgentRecord storage agent, address sender, uint8 places) private {
        uint8 flags = (agent.flags | places) & ~_toRefusal(places);
        agent.flags = flags;
        // Also if nothing changed: a party that agrees again has agreed to the record as it is now.
        (bool wallet, bool haftungsperson, bool parent) = _toConsents(flags);
        emit ConsentGiven(agentId, sender, wallet, haftungsperson, parent, places, uint64(block.timestamp));
    }

    function _refuse(uint256 agentId, AgentRecord storage agent, address sender, uint8 places, bool suspends)
        private
    {
        uint8 oldFlags = agent.flags;
        uint8 flags = (oldFlags & ~places) | _toRefusal(places);
        if (suspends) flags |= FLAG_SUSPENDED_BY_REFUSAL;
        if (flags == oldFlags) return;
        agent.flags = flags;
        (bool haftungsperson, bool parent) = _toRefusals(flags);
        emit ConsentRefused(agentId, sender, haftungsperson, parent, suspends, uint64(block.timestamp));
    }

    function _release(uint256 agentId, AgentRecord storage agent, address sender) private {
        address wallet = agent.agentWallet;
        agent.flags |= FLAG_WALLET_RELEASED;
        _reserveWallet(wallet, agentId);
        emit WalletReleased(agentId, sender, wallet, uint64(block.timestamp));
    }

    /// @dev Changes and emits nothing if that is the proposal already.
    function _setPendingHaftungsperson(
        uint256 agentId,
        AgentRecord storage agent,
        address sender,
        address newProposal
    ) internal {
        address oldProposal = agent.pendingHaftungsperson;
        if (newProposal == oldProposal) return;
        agent.pendingHaftungsperson = newProposal;
        emit HaftungspersonProposed(agentId, sender, oldProposal, newProposal, uint64(block.timestamp));
    }

    /// @dev Changes and emits nothing if that is the proposal already.
    function _setPendingWallet(uint256 agentId, AgentRecord storage agent, address sender, address newProposal)
        internal
    {
        address oldProposal = agent.pendingWallet;
        if (newProposal == oldProposal) return;
        agent.pendingWallet = newProposal;
        emit WalletProposed(agentId, sender, oldProposal, newProposal, uint64(block.timestamp));
    }

    function _requireNotEnded(Status status) internal pure {
        require(status <= Status.Suspended, "Agent not active");
    }
}
