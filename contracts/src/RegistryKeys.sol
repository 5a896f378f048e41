// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "./interfaces/IRegistry.sol";
import {RegistryParties} from "./RegistryParties.sol";

/// @title Keys of an entry: the wallet is replaced, a key that only attests
/// @dev The liable person decides which key acts for the agent. A wallet that was replaced is retired: nobody
/// registers it again.
abstract contract RegistryKeys is RegistryParties {
    // --------------------------------------------------------- replacing a wallet

    /// @inheritdoc IRegistry
    function proposeWallet(uint256 agentId, address newWallet) external {
        address sender = _msgSender();
        AgentRecord storage agent = _existing(agentId);
        require(sender == agent.haftungsperson, "Only Haftungsperson");
        _requireHaftungspersonAgreed(agent.flags);
        _requireNotEnded(agent.status);
        require(newWallet != agent.agentWallet, "Already the agent wallet");
        require(_isUnknownWallet(newWallet), "Wallet already registered to another agent");
        _setPendingWallet(agentId, agent, sender, newWallet);
    }

    /// @inheritdoc IRegistry
    function acceptWallet(uint256 agentId, bytes32 seenHash) external {
        address sender = _msgSender();
        AgentRecord storage agent = _existing(agentId);
        require(sender == agent.pendingWallet, "Only proposed wallet");
        _requireNotEnded(agent.status);
        _requireHaftungspersonAgreed(agent.flags);
        require(_isUnknownWallet(sender), "Wallet already registered to another agent");
        require(_recordHash(agentId, agent) == seenHash, "Record changed");

        address oldWallet = agent.agentWallet;
        _retireWallet(oldWallet, agentId);
        _bindWallet(sender, agentId);
        agent.agentWallet = sender;
        agent.flags |= FLAG_WALLET_CONSENT;
        if (oldWallet == agent.creator) agent.isCreatorRetired = true;
        agent.pendingWallet = address(0);
        emit WalletChanged(agentId, sender, oldWallet, sender, uint64(block.timestamp));
        // The old key, which may be a thief's by now, could have named both of these.
        _setAttester(agentId, agent, sender, address(0));
        _setPendingHaftungsperson(agentId, agent, sender, address(0));
    }

    // ---------------------------------------------------------- attesting alone

    /// @inheritdoc IRegistry
    function setAttester(uint256 agentId, address newAttester) external {
        address sender = _msgSender();
        AgentRecord storage agent = _agentOf(agentId, sender);
        _requireNotEnded(agent.status);
        _setAttester(agentId, agent, sender, newAttester);
    }

    // ----------------------------------------------------------------- internal

    /// @dev The attester's slot is read only if there is one, which the Haftungsperson's slot says. The creator
    /// comes last: it attests least often, and its slot would be one more to read for the others.
    function _attestableAgentOf(uint256 agentId, address sender)
        internal
        view
        returns (AgentRecord storage agent)
    {
        agent = _existing(agentId);
        require(
            _isWalletOf(agent, sender) || (agent.hasAttester && sender == agent.attester)
                || sender == agent.haftungsperson || _isCreatorOf(agent, sender),
            "Not authorized for this agent"
        );
        require(agent.status == Status.Active, "Agent not active");
    }

    /// @dev Changes and emits nothing if that is the attester already.
    function _setAttester(uint256 agentId, AgentRecord storage agent, address sender, address newAttester) private {
        address oldAttester = agent.attester;
        if (newAttester == oldAttester) return;
        agent.attester = newAttester;
        agent.hasAttester = newAttester != address(0);
        emit AttesterChanged(agentId, sender, oldAttester, newAttester, uint64(block.timestamp));
    }

    function _requireHaftungspersonAgreed(uint8 flags) private pure {
        require(flags & FLAG_HAFTUNGSPERSON_CONSENT != 0, "Haftungsperson has not agreed");
    }
}
