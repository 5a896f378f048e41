// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistryCertificates} from "../../src/interfaces/IRegistryCertificates.sol";
import {IRegistryRoles} from "../../src/interfaces/IRegistryRoles.sol";
import {Vm} from "../base/Vm.sol";

/// @title Notaries and their certificates, rebuilt from the logs alone
abstract contract CertificateReplica {
    struct Certificate {
        uint8 kind;
        uint8 level;
        uint64 certifiedAt;
        uint64 until;
        bool accepted;
    }

    mapping(address => bool) public isNotary;
    /// By person, then notary.
    mapping(address => mapping(address => Certificate)) public certificateOf;

    /// The first event that did not fit what the events before it said.
    string public contradiction;

    /// @return whether the event is about notaries or certificates
    function _replayCertificate(bytes32 topic, Vm.Log memory log) internal returns (bool) {
        if (topic == IRegistryRoles.NotaryAdded.selector) _onNotary(log, true);
        else if (topic == IRegistryRoles.NotaryRemoved.selector) _onNotary(log, false);
        else if (topic == IRegistryCertificates.PersonCertified.selector) _onCertified(log);
        else if (topic == IRegistryCertificates.CertificateAccepted.selector) _onAccepted(log);
        else if (topic == IRegistryCertificates.CertificateEnded.selector) _onEnded(log);
        else return false;
        return true;
    }

    function _onNotary(Vm.Log memory log, bool isAdded) private {
        address notary = _toAddress(log.topics[1]);
        _expect(isNotary[notary] != isAdded, "a notary added or removed twice");
        isNotary[notary] = isAdded;
    }

    function _onCertified(Vm.Log memory log) private {
        (address person, address notary) = (_toAddress(log.topics[1]), _toAddress(log.topics[2]));
        _expect(isNotary[notary], "certified by no notary");
        Certificate memory stated;
        (stated.kind, stated.level, stated.until,, stated.certifiedAt) =
            abi.decode(log.data, (uint8, uint8, uint64, bytes32, uint64));
        certificateOf[person][notary] = stated;
    }

    function _onAccepted(Vm.Log memory log) private {
        Certificate storage found = certificateOf[_toAddress(log.topics[1])][_toAddress(log.topics[2])];
        _expect(found.kind != 0 && !found.accepted, "accepted what does not wait");
        found.accepted = true;
    }

    function _onEnded(Vm.Log memory log) private {
        (address person, address notary) = (_toAddress(log.topics[1]), _toAddress(log.topics[2]));
        _expect(certificateOf[person][notary].kind != 0, "ended what is not there");
        delete certificateOf[person][notary];
    }

    // --------------------------------------------------- as the storage has it

    function certificateSlot(address person, address notary) external view returns (uint256) {
        Certificate memory c = certificateOf[person][notary];
        uint256 terms = c.kind | uint256(c.level) << 8 | uint256(c.certifiedAt) << 16 | uint256(c.until) << 80;
        return c.accepted ? terms | uint256(1) << 144 : terms;
    }

    // --------------------------------------------------------------- internal

    function _expect(bool fits, string memory what) internal {
        if (!fits && bytes(contradiction).length == 0) contradiction = what;
    }

    function _toAddress(bytes32 topic) internal pure returns (address) {
        return address(uint160(uint256(topic)));
    }
}
