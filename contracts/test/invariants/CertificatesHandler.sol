// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistryCertificates} from "../../src/interfaces/IRegistryCertificates.sol";
import {IRegistryRoles} from "../../src/interfaces/IRegistryRoles.sol";
import {CertificateGhosts} from "./CertificateGhosts.sol";
import {Fingerprint} from "./Fingerprint.sol";
import {KeysHandler} from "./KeysHandler.sol";

/// @title Drives the registers with notaries, and with those whom they certify
abstract contract CertificatesHandler is KeysHandler, CertificateGhosts {
    /// The person and the notary that the last call about certificates was about.
    Pair public touchedPair;

    /// @dev Compares the agent before and after. One that does not exist has nothing to compare.
    modifier leavingAgent(uint256 agentId) {
        bytes32 before = _wholeAgent(agentId);
        _;
        if (_wholeAgent(agentId) != before) besidesCertificate = "an agent";
        touched = agentId;
    }

    function accredit(uint256 seed) external choosingBy(seed) {
        _accredit(_someAgent(), oneIn(3));
    }

    function certifyPerson(uint256 seed) external choosingBy(seed) {
        if (notariesSeen.length == 0) _accredit(_someAgent(), false);
        uint256 agentId = _someAgent();
        address sender = notariesSeen.length == 0 || oneIn(8) ? anyone() : _someNotary();
        Statement memory s = Statement({
            person: oneIn(3) ? anyone() : replica.getAgent(agentId).haftungsperson,
            kind: uint8(oneIn(12) ? choose(4) : 1 + choose(2)),
            level: uint8(oneIn(12) ? choose(5) : 1 + choose(3)),
            until: _someEnd()
        });
        if (pairsSeen.length != 0 && oneIn(3)) (s.person, sender) = _parties(_somePair());
        if (oneIn(12)) s.person = oneIn(2) ? sender : address(0);
        _certify(agentId, sender, s);
    }

    function acceptCertificate(uint256 seed) external choosingBy(seed) {
        if (pairsSeen.length == 0) return;
        (address person, address notary) = _parties(_somePair());
        Statement memory s;
        (s.kind, s.level,, s.until,) = replica.certificateOf(person, notary);
        s.person = oneIn(6) ? anyone() : person;
        if (oneIn(8)) s.kind = 3 - s.kind % 3;
        if (oneIn(8)) s.level = uint8(choose(4));
        if (oneIn(8)) s.until += uint64(choose(2));
        _accept(_someAgent(), notary, s);
    }

    function endCertificate(uint256 seed) external choosingBy(seed) {
        if (pairsSeen.length == 0) return;
        (address person, address notary) = _parties(_somePair());
        uint256 which = choose(5);
        address sender = which == 0 ? person : which < 3 ? notary : which == 3 ? _someRegulator() : anyone();
        if (oneIn(12)) (person, notary) = (notary, person);
        _end(_someAgent(), sender, person, notary);
    }

    // ------------------------------------------------------------------- send

    function _accredit(uint256 agentId, bool removes) private leavingAgent(agentId) {
        address subject = notariesSeen.length != 0 && oneIn(2) ? _someNotary() : anyone();
        bytes memory call = removes
            ? abi.encodeCall(IRegistryRoles.removeNotary, (subject))
            : abi.encodeCall(IRegistryRoles.addNotary, (subject));
        if (_sendAsOwner(call)) rememberAccreditation(subject, !removes);
    }

    function _certify(uint256 agentId, address sender, Statement memory s) private leavingAgent(agentId) {
        touchedPair = Pair(s.person, sender);
        bytes memory call =
            abi.encodeCall(IRegistryCertificates.certifyPerson, (s.person, s.kind, s.level, s.until, someHash()));
        if (send(sender, call, refusalOfStatement(sender, s))) rememberStatement(direct, sender, s.person);
    }

    function _accept(uint256 agentId, address notary, Statement memory s) private leavingAgent(agentId) {
        touchedPair = Pair(s.person, notary);
        bytes memory call =
            abi.encodeCall(IRegistryCertificates.acceptCertificate, (notary, s.kind, s.level, s.until));
        if (send(s.person, call, refusalOfCertificateAcceptance(notary, s))) {
            rememberCertificateAcceptance(direct, s.person, notary, s.until);
        }
    }

    function _end(uint256 agentId, address sender, address person, address notary) private leavingAgent(agentId) {
        touchedPair = Pair(person, notary);
        bytes memory call = abi.encodeCall(IRegistryCertificates.endCertificate, (person, notary));
        if (send(sender, call, refusalOfCertificateEnd(sender, person, notary))) {
            rememberCertificateEnd(direct, sender, person, notary);
        }
    }

    // ----------------------------------------------------------------- choose

    /// @dev Also one that was removed.
    function _someNotary() private returns (address) {
        return notariesSeen[choose(notariesSeen.length)];
    }

    /// @dev Mostly one of the last, which are more likely to stand.
    function _somePair() private returns (Pair memory) {
        uint256 count = pairsSeen.length;
        return pairsSeen[count > 8 && !oneIn(4) ? count - 1 - choose(8) : choose(count)];
    }

    function _parties(Pair memory pair) private pure returns (address, address) {
        return (pair.person, pair.notary);
    }

    /// @dev Mostly a few days, so that time passes it; also both edges of what is allowed, and beyond them.
    function _someEnd() private returns (uint64) {
        if (!oneIn(6)) return uint64(block.timestamp + 1 + choose(60 days));
        uint256 which = choose(5);
        if (which == 0) return uint64(block.timestamp);
        if (which == 1) return uint64(block.timestamp + 1);
        if (which == 2) return uint64(block.timestamp + FIVE_YEARS);
        if (which == 3) return uint64(block.timestamp + FIVE_YEARS + 1);
        return type(uint64).max;
    }

    function _wholeAgent(uint256 agentId) private view returns (bytes32) {
        if (!_exists(agentId)) return 0;
        bytes32 record = Fingerprint.ofEnd(direct, agentId);
        return keccak256(abi.encode(record, Fingerprint.ofAllButAttestation(direct, agentId)));
    }
}
