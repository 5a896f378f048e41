// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {CertificateBase} from "./base/CertificateBase.sol";

contract RegistryEndCertificateTest is CertificateBase {
    // ------------------------------------------------------------- the caller

    function test_WhenTheCallerHasNothingToDoWithIt() public onBothRoutes {
        giveAcceptedCertificate();
        assertRefused(stranger, goodCall(), NOT_AUTHORIZED);
        assertRefused(wallet, goodCall(), NOT_AUTHORIZED);
        assertRefused(creator, goodCall(), NOT_AUTHORIZED);
    }

    function test_WhenTheCallerIsAnotherNotary() public onBothRoutes {
        giveAcceptedCertificate();
        assertRefused(otherNotary, goodCall(), NOT_AUTHORIZED);
    }

    function test_WhenTheCallerIsAnotherPersonThatTheNotaryCertified() public onBothRoutes {
        giveAcceptedCertificate();
        checkCertified(notary, stranger.addr, NATURAL, HIGH, until);
        assertRefused(stranger, goodCall(), NOT_AUTHORIZED);
    }

    function test_WhenTheCallerWasARegulatorOnce() public onBothRoutes {
        giveAcceptedCertificate();
        send(owner, abi.encodeCall(IRegistryRoles.removeRegulator, (regulator.addr)));
        assertRefused(regulator, goodCall(), NOT_AUTHORIZED);
    }

    function test_WhenTheCallerIsThePendingOwner() public onBothRoutes {
        giveAcceptedCertificate();
        send(owner, abi.encodeCall(IRegistryRoles.transferOwnership, (stranger.addr)));
        assertRefused(stranger, goodCall(), NOT_AUTHORIZED);
    }

    function test_WhenAStrangerAppendsThePersonsAddressToTheCall() public {
        giveAcceptedCertificate();
        assertRefused(stranger, bytes.concat(goodCall(), bytes20(person.addr)), NOT_AUTHORIZED);
        assertRefused(stranger, bytes.concat(goodCall(), bytes20(regulator.addr)), NOT_AUTHORIZED);
    }

    function test_WhenTheCallerHasNothingToDoWithACertificateThatIsNotThere() public onBothRoutes {
        assertRefused(stranger, goodCall(), NOT_AUTHORIZED);
        assertRefused(stranger, endCall(address(0), address(0)), NOT_AUTHORIZED);
    }

    function testFuzz_WhenTheCallerIsAnybodyElse(uint256 seed) public onBothRoutes {
        Actor memory anybody = actorOf(seed);
        vm.assume(anybody.addr != person.addr && anybody.addr != notary.addr);
        vm.assume(anybody.addr != owner.addr && anybody.addr != regulator.addr);
        assertRefused(anybody, goodCall(), NOT_AUTHORIZED);
        giveAcceptedCertificate();
        assertRefused(anybody, goodCall(), NOT_AUTHORIZED);
    }

    // ---------------------------------------------------------- no certificate

    function test_GivenNoCertificate() public onBothRoutes {
        assertRefused(person, goodCall(), NONE);
        assertRefused(notary, goodCall(), NONE);
        assertRefused(regulator, goodCall(), NONE);
        assertRefused(owner, goodCall(), NONE);
    }

    function test_GivenItWasEndedAlready() public onBothRoutes {
        giveAcceptedCertificate();
        checkEnded(person, person.addr, notary.addr);
        assertRefused(person, goodCall(), NONE);
        assertRefused(notary, goodCall(), NONE);
        assertRefused(regulator, goodCall(), NONE);
    }

    function test_WhenPersonAndNotaryAreGivenTheWrongWayRound() public onBothRoutes {
        giveAcceptedCertificate();
        assertRefused(person, endCall(notary.addr, person.addr), NONE);
        assertRefused(notary, endCall(notary.addr, person.addr), NONE);
    }

    function test_WhenTheCallerGivesItselfAsPersonOrNotary() public onBothRoutes {
        giveAcceptedCertificate();
        assertRefused(stranger, endCall(stranger.addr, notary.addr), NONE);
        assertRefused(stranger, endCall(person.addr, stranger.addr), NONE);
    }

    // ----------------------------------------------------------- a certificate

    function test_WhenTheCallerIsThePerson() public onBothRoutes {
        giveAcceptedCertificate();
        checkEnded(person, person.addr, notary.addr);
    }

    function test_WhenTheCallerIsTheNotary() public onBothRoutes {
        giveAcceptedCertificate();
        checkEnded(notary, person.addr, notary.addr);
    }

    function test_WhenTheCallerIsARegulator() public onBothRoutes {
        giveAcceptedCertificate();
        checkEnded(regulator, person.addr, notary.addr);
    }

    function test_WhenTheCallerIsTheOwner() public onBothRoutes {
        giveAcceptedCertificate();
        assertFalse(registry.isRegulator(owner.addr), "the owner needs no role");
        checkEnded(owner, person.addr, notary.addr);
    }

    function test_WhenTheCallerIsARemovedNotary() public onBothRoutes {
        giveAcceptedCertificate();
        checkCertified(otherNotary, person.addr, NATURAL, LOW, until);
        dismiss(notary.addr);
        assertRefused(notary, endCall(person.addr, otherNotary.addr), NOT_AUTHORIZED);
        checkEnded(notary, person.addr, notary.addr);
    }

    function test_GivenItWaits() public onBothRoutes {
        giveCertificate();
        uint256 start = vm.snapshotState();
        checkEnded(person, person.addr, notary.addr);
        vm.revertToState(start);
        checkEnded(notary, person.addr, notary.addr);
    }

    function test_GivenItRanOut() public onBothRoutes {
        giveAcceptedCertificate();
        vm.warp(until);
        checkEnded(person, person.addr, notary.addr);
    }

    function test_GivenOtherCertificates() public onBothRoutes {
        giveAcceptedCertificate();
        checkCertified(otherNotary, person.addr, NATURAL, LOW, until);
        checkCertified(notary, stranger.addr, NATURAL, LOW, until);
        checkEnded(person, person.addr, notary.addr);
        assertEq(certificateOf(person.addr, otherNotary.addr).kind, NATURAL, "another notary's stays");
        assertEq(certificateOf(stranger.addr, notary.addr).kind, NATURAL, "another person's stays");
    }

    function test_GivenThePersonIsANotaryToo() public onBothRoutes {
        checkCertified(notary, otherNotary.addr, LEGAL, HIGH, until);
        checkCertified(otherNotary, notary.addr, LEGAL, HIGH, until);
        checkEnded(otherNotary, otherNotary.addr, notary.addr);
        assertEq(certificateOf(notary.addr, otherNotary.addr).kind, LEGAL, "what it certified stays");
        checkEnded(otherNotary, notary.addr, otherNotary.addr);
    }

    function goodCall() private view returns (bytes memory) {
        return endCall(person.addr, notary.addr);
    }
}
