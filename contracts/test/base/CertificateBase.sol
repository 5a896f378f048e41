// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistryCertificates} from "../../src/interfaces/IRegistryCertificates.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// @title Two notaries, the Haftungsperson whom they may certify, and all that follows from it
abstract contract CertificateBase is RegistryTest {
    struct Certificate {
        uint8 kind;
        uint8 level;
        uint64 certifiedAt;
        uint64 until;
        bool accepted;
    }

    string internal constant NOT_AUTHORIZED = "Not authorized for this certificate";
    string internal constant NONE = "No certificate";
    string internal constant CHANGED = "Certificate changed";

    uint8 internal constant NATURAL = 1;
    uint8 internal constant LEGAL = 2;
    uint8 internal constant LOW = 1;
    uint8 internal constant SUBSTANTIAL = 2;
    uint8 internal constant HIGH = 3;
    uint64 internal constant FIVE_YEARS = 1_827 days;
    bytes32 internal constant REF = keccak256("the notary's own file");

    Actor internal notary;
    Actor internal otherNotary;
    /// The Haftungsperson of `agentId`.
    Actor internal person;
    /// The end of what `giveCertificate` gives.
    uint64 internal until;

    function setUp() public virtual override {
        super.setUp();
        person = haftungsperson;
        notary = makeActor("notary");
        otherNotary = makeActor("other notary");
        accredit(notary.addr);
        accredit(otherNotary.addr);
        until = uint64(block.timestamp) + 365 days;
    }

    // ------------------------------------------------------------------ calls

    function certifyCall(address of_, uint8 kind, uint8 level, uint64 end) internal pure returns (bytes memory) {
        return abi.encodeCall(IRegistryCertificates.certifyPerson, (of_, kind, level, end, REF));
    }

    function acceptCall(address by, uint8 kind, uint8 level, uint64 end) internal pure returns (bytes memory) {
        return abi.encodeCall(IRegistryCertificates.acceptCertificate, (by, kind, level, end));
    }

    /// @dev Of the certificate that `giveCertificate` gives.
    function acceptCall() internal view returns (bytes memory) {
        return acceptCall(notary.addr, NATURAL, HIGH, until);
    }

    function endCall(address of_, address by) internal pure returns (bytes memory) {
        return abi.encodeCall(IRegistryCertificates.endCertificate, (of_, by));
    }

    // ------------------------------------------------------------------ state

    function accredit(address account) internal {
        vm.prank(owner.addr);
        registry.addNotary(account);
    }

    function dismiss(address account) internal {
        vm.prank(owner.addr);
        registry.removeNotary(account);
    }

    /// @dev A natural person, high: it waits for `person`.
    function giveCertificate() internal {
        vm.prank(notary.addr);
        registry.certifyPerson(person.addr, NATURAL, HIGH, until, REF);
    }

    function giveAcceptedCertificate() internal {
        giveCertificate();
        vm.prank(person.addr);
        registry.acceptCertificate(notary.addr, NATURAL, HIGH, until);
    }

    function certificateOf(address of_, address by) internal view returns (Certificate memory c) {
        (c.kind, c.level, c.certifiedAt, c.until, c.accepted) = registry.certificateOf(of_, by);
    }

    /// @dev The rule by which whoever asks judges a certificate.
    function counts(address of_, address by) internal view returns (bool) {
        Certificate memory c = certificateOf(of_, by);
        return c.accepted && c.until > block.timestamp && registry.isNotary(by);
    }

    /// @dev Besides all else, what any of these accounts certified about any other.
    function fingerprint() internal view virtual override returns (bytes32 digest) {
        digest = super.fingerprint();
        address[5] memory accounts = [person.addr, notary.addr, otherNotary.addr, stranger.addr, address(0)];
        for (uint256 i = 0; i < 25; ++i) {
            digest = keccak256(abi.encode(digest, certificateOf(accounts[i / 5], accounts[i % 5])));
        }
    }

    // ------------------------------------------------------------------ checks

    function assertCertificate(address of_, address by, Certificate memory expected) internal view {
        Certificate memory actual = certificateOf(of_, by);
        assertEq(actual.kind, expected.kind, "kind");
        assertEq(actual.level, expected.level, "level");
        assertEq(actual.certifiedAt, expected.certifiedAt, "certifiedAt");
        assertEq(actual.until, expected.until, "until");
        assertEq(actual.accepted, expected.accepted, "accepted");
    }

    /// @dev The certificate is on record and waits; nothing of roles and records moves.
    function checkCertified(Actor memory by, address of_, uint8 kind, uint8 level, uint64 end) internal {
        bytes32 rest = RegistryTest.fingerprint();
        uint64 time = uint64(block.timestamp);
        vm.recordLogs();
        send(by, certifyCall(of_, kind, level, end));
        emit IRegistryCertificates.PersonCertified(of_, by.addr, kind, level, end, REF, time);
        assertEvents();
        assertCertificate(of_, by.addr, Certificate(kind, level, time, end, false));
        assertFalse(counts(of_, by.addr), "it waits for the person");
        assertEq(RegistryTest.fingerprint(), rest, "roles and records");
    }

    /// @dev The certificate is accepted as it is on record; nothing of roles and records moves.
    function checkAccepted(Actor memory by, address of_) internal {
        bytes32 rest = RegistryTest.fingerprint();
        Certificate memory c = certificateOf(by.addr, of_);
        vm.recordLogs();
        send(by, acceptCall(of_, c.kind, c.level, c.until));
        emit IRegistryCertificates.CertificateAccepted(by.addr, of_, uint64(block.timestamp));
        assertEvents();
        c.accepted = true;
        assertCertificate(by.addr, of_, c);
        assertEq(RegistryTest.fingerprint(), rest, "roles and records");
    }

    /// @dev The certificate is gone; nothing of roles and records moves.
    function checkEnded(Actor memory by, address of_, address from) internal {
        bytes32 rest = RegistryTest.fingerprint();
        vm.recordLogs();
        send(by, endCall(of_, from));
        emit IRegistryCertificates.CertificateEnded(of_, from, by.addr, uint64(block.timestamp));
        assertEvents();
        assertCertificate(of_, from, Certificate(0, 0, 0, 0, false));
        assertEq(RegistryTest.fingerprint(), rest, "roles and records");
    }
}
