// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {HandlerChoices} from "./HandlerChoices.sol";

/// @title Drives the registers with the words of those whom records name
abstract contract PartiesHandler is HandlerChoices {
    function confirmAgent(uint256 seed) external choosingBy(seed) {
        (uint256 agentId, address sender) = _somebodyNamed();
        send(sender, abi.encodeCall(IRegistry.confirmAgent, (agentId)), refusalOfConfirmation(sender, agentId));
        _remember(agentId, sender);
    }

    function confirmRecord(uint256 seed) external choosingBy(seed) {
        (uint256 agentId, address sender) = _somebodyNamed();
        bytes32 seen = oneIn(4) ? someHash() : replica.recordHash(oneIn(8) ? agentId + 1 : agentId);
        string memory refusal = refusalOfRecordConfirmation(sender, agentId, seen);
        send(sender, abi.encodeCall(IRegistry.confirmRecord, (agentId, seen)), refusal);
        _remember(agentId, sender);
    }

    /// @dev At most a release, a refusal and a change of state.
    function declineAgent(uint256 seed) external choosingBy(seed) {
        (uint256 agentId, address sender) = oneIn(3) ? _someWalletAfterARefusal() : _somebodyNamed();
        send(sender, abi.encodeCall(IRegistry.declineAgent, (agentId)), refusalOfDecline(sender, agentId), 3);
        _remember(agentId, sender);
    }

    /// @dev At most a release and a change of state.
    function releaseWallet(uint256 seed) external choosingBy(seed) {
        (uint256 agentId, address sender) = (_someAgent(), _someRegulator());
        send(sender, abi.encodeCall(IRegistry.releaseWallet, (agentId)), refusalOfRelease(sender, agentId), 2);
        _remember(agentId, sender);
    }

    function proposeHaftungsperson(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        address sender = _someoneFor(agentId);
        address proposal = oneIn(6) ? address(0) : anyone();
        if (oneIn(6)) proposal = replica.getAgent(agentId).haftungsperson;
        bytes memory call = abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, proposal));
        send(sender, call, refusalOfProposal(sender, agentId, proposal));
        _remember(agentId, sender);
    }

    /// @dev At most a new Haftungsperson and the end of a proposed wallet.
    function acceptHaftungsperson(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        for (uint256 i = 0; i < 8 && replica.pendingHaftungsperson(agentId) == address(0); ++i) {
            agentId = _someAgent();
        }
        address sender = replica.pendingHaftungsperson(agentId);
        if (sender == address(0) || oneIn(4)) sender = _someoneFor(agentId);
        bytes32 seen = oneIn(8) ? someHash() : replica.recordHash(agentId);
        bytes memory call = abi.encodeCall(IRegistry.acceptHaftungsperson, (agentId, seen));
        if (send(sender, call, refusalOfHandover(sender, agentId, seen), 2)) ++handovers;
        _remember(agentId, sender);
    }

    function attestComplianceMany(uint256 seed) external choosingBy(seed) {
        uint256 first = _someAgent();
        address sender = replica.attester(first);
        if (sender == address(0) || oneIn(2)) sender = _someoneFor(first);
        uint256[] memory agentIds = new uint256[](oneIn(10) ? 0 : 1 + choose(4));
        for (uint256 i = 0; i < agentIds.length; ++i) agentIds[i] = i == 0 ? first : _someAgentOf(sender, first);
        bytes memory call = abi.encodeCall(IRegistry.attestComplianceMany, (agentIds));
        send(sender, call, refusalOfAttestations(sender, agentIds), agentIds.length);
        for (uint256 i = 0; i < agentIds.length; ++i) _remember(agentIds[i], sender);
    }

    /// @dev An agent, and mostly one of those whom its record names.
    function _somebodyNamed() private returns (uint256 agentId, address sender) {
        agentId = _someAgent();
        if (!_exists(agentId) || oneIn(4)) return (agentId, _someoneFor(agentId));
        IRegistry.Agent memory agent = replica.getAgent(agentId);
        uint256 place = choose(3);
        if (place == 0) return (agentId, agent.agentWallet);
        if (place == 1 || agent.parentAgentId == 0) return (agentId, agent.haftungsperson);
        return (agentId, _someoneFor(agent.parentAgentId));
    }

    /// @dev An agent that a refusal suspended, if one is found soon, and its wallet.
    function _someWalletAfterARefusal() private returns (uint256 agentId, address sender) {
        for (uint256 i = 0; i < 16 && !replica.isSuspendedByRefusal(agentId); ++i) agentId = _someAgent();
        sender = replica.getAgent(agentId).agentWallet;
        if (sender == address(0)) sender = anyone();
    }

    /// @dev Mostly one that the account may act for: the one given, if no other is found soon.
    function _someAgentOf(address account, uint256 given) private returns (uint256 agentId) {
        for (uint256 i = 0; i < 6; ++i) {
            agentId = _someAgent();
            if (oneIn(20) || bytes(refusalOfAttestation(account, agentId)).length == 0) return agentId;
        }
        return given;
    }
}
