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
    function confirmAgent(uint256 agentId) external agentExists(agentId) {
        address sender = _msgSender();
        AgentRecord storage agent = _agents[agentId];
        uint8 places = _placesOf(agent, sender);
        require(places != 0, "Not authorized for this agent");
        _confirm(agentId, agent, sender, places);
    }

    /// @inheritdoc IRegistry
    function confirmRecord(uint256 agentId, bytes32 seenHash) external agentExists(agentId) {
        address sender = _msgSender();
        AgentRecord storage agent = _agents[agentId];
        uint8 places = _placesOf(agent, sender);
        require(places != 0, "Not authorized for this agent");
        require(_recordHash(agentId, agent) == seenHash, "Record changed");
        _confirm(agentId, agent, sender, places);
    }

    /// @inheritdoc IRegistry
    function declineAgent(uint256 agentId) external agentExists(agentId) {
        address sender = _msgSender();
        AgentRecord storage agent = _agents[agentId];
        (Status status, uint8 flags) = (agent.status, agent.flags);
        uint8 places = _placesOf(agent, sender);
        uint8 refused = places & ~FLAG_WALLET_CONSENT;
        bool isUnagreedWallet = places & ~flags & FLAG_WALLET_CONSENT != 0;
        // Out of Suspended and Revoked only a regulator releases, or a wallet could re-enter clean.
        bool releases = isUnagreedWallet && (status == Status.Active || status == Status.Terminated);
        if (refused == 0 && !releases) {
            bool wasReleased = flags & FLAG_WALLET_RELEASED != 0 && sender == agent.agentWallet;
            require(!wasReleased, "Wallet already released");
            require(isUnagreedWallet, "Not authorized for this agent");
            revert("Agent not active");
        }

        if (releases) _release(agentId, agent, sender);
        if (refused != 0) _refuse(agentId, agent, sender, refused);
        if (status != Status.Active) return;
        if (releases) _changeStatus(agentId, sender, Status.Terminated, "Declined by the wallet");
        else if (refused & FLAG_HAFTUNGSPERSON_CONSENT != 0) {
            _changeStatus(agentId, sender, Status.Suspended, "Declined by the Haftungsperson");
        }
    }

    // ---------------------------------------------------------------- handover

    /// @inheritdoc IRegistry
    function proposeHaftungsperson(uint256 agentId, address haftungsperson) external {
        address sender = _msgSender();
        AgentRecord storage agent = _agentOf(agentId, sender);
        _requireNotEnded(agent);
        require(haftungsperson != agent.haftungsperson, "Already the Haftungsperson");
        address oldProposal = agent.pendingHaftungsperson;
        if (haftungsperson == oldProposal) return;
        agent.pendingHaftungsperson = haftungsperson;
        emit HaftungspersonProposed(agentId, sender, oldProposal, haftungsperson, uint64(block.timestamp));
    }

    /// @inheritdoc IRegistry
    function acceptHaftungsperson(uint256 agentId) external agentExists(agentId) {
        address sender = _msgSender();
        AgentRecord storage agent = _agents[agentId];
        require(sender == agent.pendingHaftungsperson, "Only proposed Haftungsperson");
        _requireNotEnded(agent);
        address oldHaftungsperson = agent.haftungsperson;
        agent.haftungsperson = sender;
        agent.pendingHaftungsperson = address(0);
        agent.flags = (agent.flags | FLAG_HAFTUNGSPERSON_CONSENT) & ~FLAG_HAFTUNGSPERSON_REFUSED;
        emit HaftungspersonChanged(agentId, sender, oldHaftungsperson, sender, uint64(block.timestamp));
    }

    // -------------------------------------------------------------- regulators

    /// @inheritdoc IRegistry
    function releaseWallet(uint256 agentId) external onlyRegulator agentExists(agentId) {
        AgentRecord storage agent = _agents[agentId];
        require(agent.flags & FLAG_WALLET_CONSENT == 0, "Wallet has agreed");
        require(agent.flags & FLAG_WALLET_RELEASED == 0, "Wallet already released");
        address sender = _msgSender();
        _release(agentId, agent, sender);
        if (agent.status == Status.Active || agent.status == Status.Suspended) {
            _changeStatus(agentId, sender, Status.Terminated, "Wallet released by a regulator");
        }
    }

    // ---------------------------------------------------------------- internal

    /// @dev The record of an agent whose wallet, creator or Haftungsperson the sender is.
    function _agentOf(uint256 agentId, address sender)
        internal
        view
        agentExists(agentId)
        returns (AgentRecord storage agent)
    {
        agent = _agents[agentId];
        require(_isParty(agent, sender), "Not authorized for this agent");
    }

    function _activeAgentOf(uint256 agentId, address sender) internal view returns (AgentRecord storage agent) {
        agent = _agentOf(agentId, sender);
        require(agent.status == Status.Active, "Agent not active");
    }

    /// @dev The wallet first: it shares its slot with status and flags, so a call by the agent itself
    /// reads no other slot. A wallet that was released has no place in the record any more.
    function _isParty(AgentRecord storage agent, address account) internal view returns (bool) {
        if (account == agent.agentWallet && agent.flags & FLAG_WALLET_RELEASED == 0) return true;
        return account == agent.creator || account == agent.haftungsperson;
    }

    function _changeStatus(uint256 agentId, address sender, Status newStatus, string memory reason) internal {
        AgentRecord storage agent = _agents[agentId];
        Status oldStatus = agent.status;
        agent.status = newStatus;
        emit AgentStatusChanged(agentId, sender, oldStatus, newStatus, reason, uint64(block.timestamp));
    }

    /// @dev The places that the account holds in the record, as the flags of their consents.
    function _placesOf(AgentRecord storage agent, address account) private view returns (uint8 places) {
        if (account == agent.agentWallet && agent.flags & FLAG_WALLET_RELEASED == 0) places = FLAG_WALLET_CONSENT;
        if (account == agent.haftungsperson) places |= FLAG_HAFTUNGSPERSON_CONSENT;
        uint256 parentAgentId = agent.parentAgentId;
        if (parentAgentId != 0 && _isParty(_agents[parentAgentId], account)) places |= FLAG_PARENT_CONSENT;
    }

    function _confirm(uint256 agentId, AgentRecord storage agent, address sender, uint8 places) private {
        uint8 oldFlags = agent.flags;
        uint8 flags = (oldFlags | places) & ~_toRefusal(places);
        if (flags == oldFlags) return;
        agent.flags = flags;
        (bool wallet, bool haftungsperson, bool parent) = _toConsents(flags);
        emit ConsentGiven(agentId, sender, wallet, haftungsperson, parent, uint64(block.timestamp));
    }

    function _refuse(uint256 agentId, AgentRecord storage agent, address sender, uint8 places) private {
        uint8 oldFlags = agent.flags;
        uint8 flags = (oldFlags & ~places) | _toRefusal(places);
        if (flags == oldFlags) return;
        agent.flags = flags;
        (bool haftungsperson, bool parent) = _toRefusals(flags);
        emit ConsentRefused(agentId, sender, haftungsperson, parent, uint64(block.timestamp));
    }

    function _release(uint256 agentId, AgentRecord storage agent, address sender) private {
        address wallet = agent.agentWallet;
        agent.flags |= FLAG_WALLET_RELEASED;
        delete _walletToAgent[wallet];
        emit WalletReleased(agentId, sender, wallet, uint64(block.timestamp));
    }

    function _requireNotEnded(AgentRecord storage agent) private view {
        require(agent.status == Status.Active || agent.status == Status.Suspended, "Agent not active");
    }
}
