// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {Fingerprint} from "./Fingerprint.sol";
import {PartiesHandler} from "./PartiesHandler.sol";

/// @title Drives the registers with the keys of an entry: another wallet, and an attester
abstract contract KeysHandler is PartiesHandler {
    /// What an attestation changed besides the time of the last one.
    string public besidesAttestation;
    /// How often a key attested that is the agent's attester and no party.
    uint256 public attestedByAttester;

    function proposeWallet(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        for (uint256 i = 0; i < 8 && !_mayProposeWallet(agentId); ++i) agentId = _someAgent();
        IRegistry.Agent memory agent = replica.getAgent(agentId);
        address sender = oneIn(4) || agent.haftungsperson == address(0) ? _someoneFor(agentId) : agent.haftungsperson;
        address proposal = _someWallet(agent.agentWallet);
        string memory refusal = refusalOfWalletProposal(sender, agentId, proposal);
        send(sender, abi.encodeCall(IRegistry.proposeWallet, (agentId, proposal)), refusal);
        _remember(agentId, sender);
    }

    /// @dev At most a new wallet, the end of an attester and of a proposed Haftungsperson.
    function acceptWallet(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        for (uint256 i = 0; i < 16 && replica.pendingWallet(agentId) == address(0); ++i) agentId = _someAgent();
        address sender = replica.pendingWallet(agentId);
        if (sender == address(0) || oneIn(6)) sender = _someoneFor(agentId);
        bytes32 seen = oneIn(8) ? someHash() : replica.recordHash(agentId);
        string memory refusal = refusalOfWalletAcceptance(sender, agentId, seen);
        send(sender, abi.encodeCall(IRegistry.acceptWallet, (agentId, seen)), refusal, 3);
        _remember(agentId, sender);
    }

    function setAttester(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        address sender = _someoneFor(agentId);
        address key = oneIn(5) ? address(0) : anyone();
        bytes memory call = abi.encodeCall(IRegistry.setAttester, (agentId, key));
        send(sender, call, refusalOfAttester(sender, agentId));
        _remember(agentId, sender);
    }

    function attestCompliance(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        for (uint256 i = 0; i < 4 && replica.attester(agentId) == address(0); ++i) agentId = _someAgent();
        address sender = replica.attester(agentId);
        if (sender == address(0) || oneIn(3)) sender = _someoneFor(agentId);
        bytes32 before = _exists(agentId) ? Fingerprint.ofAllButAttestation(direct, agentId) : bytes32(0);
        bytes memory call = abi.encodeCall(IRegistry.attestCompliance, (agentId));
        if (send(sender, call, refusalOfAttestation(sender, agentId))) {
            if (Fingerprint.ofAllButAttestation(direct, agentId) != before) besidesAttestation = "more than a time";
            if (!_isParty(sender, agentId)) ++attestedByAttester;
        }
        _remember(agentId, sender);
    }

    /// @dev A key that is an attester and no party tries what parties may do.
    function actAsAttester(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        for (uint256 i = 0; i < 8 && replica.attester(agentId) == address(0); ++i) agentId = _someAgent();
        address sender = replica.attester(agentId);
        if (sender == address(0)) return;
        uint256 action = choose(4);
        string memory refusal = refusalOfAgentCall(sender, agentId);
        if (action == 0) send(sender, abi.encodeCall(IRegistry.updateCapabilities, (agentId, someHash())), refusal);
        if (action == 1) send(sender, abi.encodeCall(IRegistry.updateConstitution, (agentId, someHash())), refusal);
        if (action == 2) {
            bytes memory call = abi.encodeCall(IRegistry.setAttester, (agentId, sender));
            send(sender, call, refusalOfAttester(sender, agentId));
        }
        if (action == 3) {
            bytes memory call = abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, sender));
            send(sender, call, refusalOfProposal(sender, agentId, sender));
        }
        _remember(agentId, sender);
    }

    function _mayProposeWallet(uint256 agentId) private view returns (bool) {
        address haftungsperson = replica.getAgent(agentId).haftungsperson;
        return bytes(refusalOfWalletProposal(haftungsperson, agentId, address(0))).length == 0;
    }

    /// @dev Mostly a new one; also the present one, none, one that left an entry, and one that was replaced.
    function _someWallet(address present) private returns (address) {
        if (oneIn(2)) return newcomer();
        uint256 which = choose(5);
        if (which == 0) return address(0);
        if (which == 1) return present;
        if (which == 2 && releasedWallets.length != 0) return releasedWallets[choose(releasedWallets.length)];
        if (which == 3 && retiredWallets.length != 0) return retiredWallets[choose(retiredWallets.length)];
        return anyone();
    }
}
