// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {CertificateBase} from "./base/CertificateBase.sol";

contract RegistryAcceptCertificateTest is CertificateBase {
    // ---------------------------------------------------------- no certificate

    function test_GivenNoCertificate() public onBothRoutes {
        assertRefused(person, acceptCall(), NONE);
        assertRefused(person, acceptCall(notary.addr, 0, 0, 0), NONE);
        assertRefused(person, acceptCall(address(0), 0, 0, 0), NONE);
    }

    function test_GivenAnotherNotarysCertificateOnly() public onBothRoutes {
        giveCertificate();
        assertRefused(person, acceptCall(otherNotary.addr, NATURAL, HIGH, until), NONE);
    }

    function test_GivenAnotherPersonsCertificateOnly() public onBothRoutes {
        giveCertificate();
        assertRefused(stranger, acceptCall(), NONE);
        assertRefused(wallet, acceptCall(), NONE);
        assertRefused(creator, acceptCall(), NONE);
    }

    function test_WhenTheCallerIsTheNotary() public onBothRoutes {
        giveCertificate();
        assertRefused(notary, acceptCall(), NONE);
    }

    function test_WhenTheCallerIsTheOwnerOrARegulator() public onBothRoutes {
        giveCertificate();
        assertRefused(owner, acceptCall(), NONE);
        assertRefused(regulator, acceptCall(), NONE);
    }

    function test_WhenAStrangerAppendsThePersonsAddressToTheCall() public {
        giveCertificate();
        assertRefused(stranger, bytes.concat(acceptCall(), bytes20(person.addr)), NONE);
    }

    function testFuzz_WhenTheCallerIsAnybodyElse(uint256 seed, uint8 kind, uint8 level, uint64 end)
        public
        onBothRoutes
    {
        giveCertificate();
        Actor memory anybody = actorOf(seed);
        vm.assume(anybody.addr != person.addr);
        assertRefused(anybody, acceptCall(), NONE);
        assertRefused(anybody, acceptCall(notary.addr, kind, level, end), NONE);
    }

    // ----------------------------------------------------------- a certificate

    function test_WhenTheKindDiffers() public onBothRoutes {
        giveCertificate();
        assertRefused(person, acceptCall(notary.addr, LEGAL, HIGH, until), CHANGED);
        assertRefused(person, acceptCall(notary.addr, 0, HIGH, until), CHANGED);
    }

    function test_WhenTheLevelDiffers() public onBothRoutes {
        giveCertificate();
        assertRefused(person, acceptCall(notary.addr, NATURAL, SUBSTANTIAL, until), CHANGED);
    }

    function test_WhenTheEndDiffers() public onBothRoutes {
        giveCertificate();
        assertRefused(person, acceptCall(notary.addr, NATURAL, HIGH, until - 1), CHANGED);
        assertRefused(person, acceptCall(notary.addr, NATURAL, HIGH, until + 1), CHANGED);
    }

    function test_WhenItIsWhatIsOnRecord() public onBothRoutes {
        giveCertificate();
        vm.warp(block.timestamp + 1 hours);
        checkAccepted(person, notary.addr);
        assertTrue(counts(person.addr, notary.addr), "it counts");
    }

    function test_GivenItIsAcceptedAlready() public onBothRoutes {
        giveAcceptedCertificate();
        vm.warp(block.timestamp + 1 hours);
        assertNoEffect(person, acceptCall());
    }

    function test_GivenItIsAcceptedAlreadyAndSomethingElseIsGiven() public onBothRoutes {
        giveAcceptedCertificate();
        assertRefused(person, acceptCall(notary.addr, NATURAL, LOW, until), CHANGED);
    }

    function test_GivenTwoNotariesCertificates() public onBothRoutes {
        giveCertificate();
        checkCertified(otherNotary, person.addr, NATURAL, LOW, until);
        checkAccepted(person, otherNotary.addr);
        assertFalse(counts(person.addr, notary.addr), "the other waits");
        checkAccepted(person, notary.addr);
        assertTrue(counts(person.addr, otherNotary.addr), "both");
    }

    function test_WhenThePersonIsANotaryToo() public onBothRoutes {
        checkCertified(notary, otherNotary.addr, LEGAL, HIGH, until);
        checkCertified(otherNotary, notary.addr, LEGAL, HIGH, until);
        checkAccepted(otherNotary, notary.addr);
        assertFalse(counts(notary.addr, otherNotary.addr), "the other way round it waits");
    }

    function test_WhenThePersonIsInNoEntry() public onBothRoutes {
        checkCertified(notary, stranger.addr, NATURAL, LOW, until);
        checkAccepted(stranger, notary.addr);
        assertTrue(counts(stranger.addr, notary.addr), "it counts");
    }

    function testFuzz_WhenAnythingIsGiven(uint8 kind, uint8 level, uint64 end) public onBothRoutes {
        giveCertificate();
        // Each fits in one of two cases, and now and then all three.
        if (kind & 1 == 0) kind = NATURAL;
        if (level & 1 == 0) level = HIGH;
        if (end & 1 == 0) end = until;
        if (kind == NATURAL && level == HIGH && end == until) checkAccepted(person, notary.addr);
        else assertRefused(person, acceptCall(notary.addr, kind, level, end), CHANGED);
    }
}
