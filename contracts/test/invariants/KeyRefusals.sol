// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {PartyRefusals} from "./PartyRefusals.sol";

/// @title What the register must answer to those who replace a wallet, name an attester, or attest
abstract contract KeyRefusals is PartyRefusals {
    function refusalOfWalletProposal(address sender, uint256 agentId, address proposal)
        internal
        view
        returns (string memory)
    {
        if (!_exists(agentId)) return "Agent not found";
        IRegistry.Agent memory agent = replica.getAgent(agentId);
        if (sender != agent.haftungsperson) return "Only Haftungsperson";
        if (!_hasHaftungspersonAgreed(agentId)) return "Haftungsperson has not agreed";
        if (_hasEnded(agentId)) return "Agent not active";
        if (proposal == agent.agentWallet) return "Already the agent wallet";
        return _isUnknown(proposal) ? "" : "Wallet already registered to another agent";
    }

    function refusalOfWalletAcceptance(address sender, uint256 agentId, bytes32 seenHash)
        internal
        view
        returns (string memory)
    {
        if (!_exists(agentId)) return "Agent not found";
        if (sender != replica.pendingWallet(agentId)) return "Only proposed wallet";
        if (_hasEnded(agentId)) return "Agent not active";
        if (!_hasHaftungspersonAgreed(agentId)) return "Haftungsperson has not agreed";
        if (!_isUnknown(sender)) return "Wallet already registered to another agent";
        return replica.recordHash(agentId) == seenHash ? "" : "Record changed";
    }

    function refusalOfAttester(address sender, uint256 agentId) internal view returns (string memory) {
        if (!_exists(agentId)) return "Agent not found";
        if (!_isParty(sender, agentId)) return "Not authorized for this agent";
        return _hasEnded(agentId) ? "Agent not active" : "";
    }

    function refusalOfAttestation(address sender, uint256 agentId) internal view returns (string memory) {
        if (!_exists(agentId)) return "Agent not found";
        if (sender != replica.attester(agentId)) return refusalOfAgentCall(sender, agentId);
        return replica.getAgent(agentId).status == IRegistry.Status.Active ? "" : "Agent not active";
    }

    function refusalOfAttestations(address sender, uint256[] memory agentIds)
        internal
        view
        returns (string memory refusal)
    {
        if (agentIds.length == 0) return "No agents given";
        for (uint256 i = 0; i < agentIds.length && bytes(refusal).length == 0; ++i) {
            refusal = refusalOfAttestation(sender, agentIds[i]);
        }
    }

    function _hasHaftungspersonAgreed(uint256 agentId) private view returns (bool agreed) {
        (, agreed,) = replica.consents(agentId);
    }

    function _isUnknown(address wallet) private view returns (bool) {
        return replica.walletSlot(wallet) == 0;
    }
}
