// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {Refusals} from "./Refusals.sol";

/// @title What the register must answer those whom a record names
abstract contract PartyRefusals is Refusals {
    function refusalOfConfirmation(address sender, uint256 agentId) internal view returns (string memory) {
        if (!_exists(agentId)) return "Agent not found";
        bool isWallet = sender == replica.getAgent(agentId).agentWallet && !replica.isWalletReleased(agentId);
        return isWallet || _mayRefuse(sender, agentId) ? "" : "Not authorized for this agent";
    }

    function refusalOfRecordConfirmation(address sender, uint256 agentId, bytes32 seenHash)
        internal
        view
        returns (string memory refusal)
    {
        refusal = refusalOfConfirmation(sender, agentId);
        if (bytes(refusal).length == 0 && replica.recordHash(agentId) != seenHash) return "Record changed";
    }

    function refusalOfDecline(address sender, uint256 agentId) internal view returns (string memory) {
        if (!_exists(agentId)) return "Agent not found";
        if (_mayRefuse(sender, agentId)) return "";
        IRegistry.Agent memory agent = replica.getAgent(agentId);
        (bool walletAgreed,,) = replica.consents(agentId);
        if (sender != agent.agentWallet || walletAgreed) return "Not authorized for this agent";
        if (replica.isWalletReleased(agentId)) return "Wallet already released";
        bool isOpen = agent.status == IRegistry.Status.Active || agent.status == IRegistry.Status.Terminated;
        if (agent.status == IRegistry.Status.Suspended) isOpen = replica.isSuspendedByRefusal(agentId);
        return isOpen ? "" : "Agent not active";
    }

    function refusalOfRelease(address sender, uint256 agentId) internal view returns (string memory) {
        if (!replica.isRegulator(sender) && sender != replica.owner()) return "Only regulator";
        if (!_exists(agentId)) return "Agent not found";
        (bool walletAgreed,,) = replica.consents(agentId);
        if (walletAgreed) return "Wallet has agreed";
        return replica.isWalletReleased(agentId) ? "Wallet already released" : "";
    }

    function refusalOfProposal(address sender, uint256 agentId, address proposal)
        internal
        view
        returns (string memory)
    {
        if (!_exists(agentId)) return "Agent not found";
        if (!_isParty(sender, agentId)) return "Not authorized for this agent";
        if (_hasEnded(agentId)) return "Agent not active";
        return proposal == replica.getAgent(agentId).haftungsperson ? "Already the Haftungsperson" : "";
    }

    function refusalOfHandover(address sender, uint256 agentId, bytes32 seenHash)
        internal
        view
        returns (string memory)
    {
        if (!_exists(agentId)) return "Agent not found";
        if (sender != replica.pendingHaftungsperson(agentId)) return "Only proposed Haftungsperson";
        if (_hasEnded(agentId)) return "Agent not active";
        return replica.recordHash(agentId) == seenHash ? "" : "Record changed";
    }

    /// @dev The two places that can be refused at any time.
    function _mayRefuse(address sender, uint256 agentId) private view returns (bool) {
        IRegistry.Agent memory agent = replica.getAgent(agentId);
        if (sender == agent.haftungsperson) return true;
        return agent.parentAgentId != 0 && _isParty(sender, agent.parentAgentId);
    }

    function _hasEnded(uint256 agentId) internal view returns (bool) {
        IRegistry.Status status = replica.getAgent(agentId).status;
        return status == IRegistry.Status.Revoked || status == IRegistry.Status.Terminated;
    }
}
