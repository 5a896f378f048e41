// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {CertificateBase} from "./base/CertificateBase.sol";

contract RegistryCertificateOfTest is CertificateBase {
    function testFuzz_GivenNoCertificate(address of_, address by) public view {
        assertCertificate(of_, by, Certificate(0, 0, 0, 0, false));
    }

    function test_GivenACertificateThatWaits() public {
        giveCertificate();
        uint64 certifiedAt = uint64(block.timestamp);
        vm.warp(block.timestamp + 1);
        assertCertificate(person.addr, notary.addr, Certificate(NATURAL, HIGH, certifiedAt, until, false));
    }

    function test_GivenAnAcceptedCertificate() public {
        giveAcceptedCertificate();
        uint64 certifiedAt = uint64(block.timestamp);
        assertCertificate(person.addr, notary.addr, Certificate(NATURAL, HIGH, certifiedAt, until, true));
    }

    function test_WhenPersonAndNotaryAreGivenTheWrongWayRound() public {
        giveAcceptedCertificate();
        assertCertificate(notary.addr, person.addr, Certificate(0, 0, 0, 0, false));
    }

    function test_GivenTheCertificateRanOut() public {
        giveAcceptedCertificate();
        Certificate memory before = certificateOf(person.addr, notary.addr);
        vm.warp(until + 1);
        assertCertificate(person.addr, notary.addr, before);
    }

    function test_GivenTheNotaryWasRemoved() public {
        giveAcceptedCertificate();
        Certificate memory before = certificateOf(person.addr, notary.addr);
        dismiss(notary.addr);
        assertCertificate(person.addr, notary.addr, before);
    }

    function test_GivenTheCertificateWasEnded() public {
        giveAcceptedCertificate();
        send(person, endCall(person.addr, notary.addr));
        assertCertificate(person.addr, notary.addr, Certificate(0, 0, 0, 0, false));
    }

    function testFuzz_GivenAnyCertificate(address of_, uint8 kind, uint8 level, uint64 ahead) public {
        vm.assume(of_ != address(0) && of_ != notary.addr);
        (kind, level) = (1 + kind % LEGAL, 1 + level % HIGH);
        uint64 end = uint64(block.timestamp) + 1 + ahead % FIVE_YEARS;
        send(notary, certifyCall(of_, kind, level, end));
        assertCertificate(of_, notary.addr, Certificate(kind, level, uint64(block.timestamp), end, false));
        assertCertificate(of_, otherNotary.addr, Certificate(0, 0, 0, 0, false));
    }
}
