// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistryCertificates} from "../src/interfaces/IRegistryCertificates.sol";
import {CertificateBase} from "./base/CertificateBase.sol";

contract RegistryCertifyPersonTest is CertificateBase {
    string private constant ONLY_NOTARY = "Only notary";

    // ------------------------------------------------------------- the caller

    function test_WhenTheCallerIsNoNotary() public onBothRoutes {
        assertRefused(stranger, goodCall(), ONLY_NOTARY);
        assertRefused(wallet, goodCall(), ONLY_NOTARY);
        assertRefused(creator, goodCall(), ONLY_NOTARY);
        assertRefused(person, goodCall(), ONLY_NOTARY);
    }

    function test_WhenTheCallerIsTheOwnerOrARegulator() public onBothRoutes {
        assertRefused(owner, goodCall(), ONLY_NOTARY);
        assertRefused(regulator, goodCall(), ONLY_NOTARY);
    }

    function test_WhenTheCallerWasANotaryOnce() public onBothRoutes {
        dismiss(notary.addr);
        assertRefused(notary, goodCall(), ONLY_NOTARY);
    }

    function test_WhenAStrangerAppendsANotarysAddressToTheCall() public {
        assertRefused(stranger, bytes.concat(goodCall(), bytes20(notary.addr)), ONLY_NOTARY);
    }

    function testFuzz_WhenTheCallerIsAnybodyElse(uint256 seed, address of_, uint8 kind, uint8 level, uint64 end)
        public
        onBothRoutes
    {
        Actor memory anybody = actorOf(seed);
        vm.assume(!registry.isNotary(anybody.addr));
        assertRefused(anybody, certifyCall(of_, kind, level, end), ONLY_NOTARY);
    }

    // ---------------------------------------------------------- the arguments

    function test_WhenNoPersonIsGiven() public onBothRoutes {
        assertRefused(notary, certifyCall(address(0), NATURAL, HIGH, until), "Person required");
    }

    function test_WhenTheNotaryCertifiesItself() public onBothRoutes {
        assertRefused(notary, certifyCall(notary.addr, NATURAL, HIGH, until), NOT_AUTHORIZED);
    }

    function test_WhenTheKindIsUnknown() public onBothRoutes {
        assertRefused(notary, certifyCall(person.addr, 0, HIGH, until), "Invalid kind");
        assertRefused(notary, certifyCall(person.addr, LEGAL + 1, HIGH, until), "Invalid kind");
        assertRefused(notary, certifyCall(person.addr, type(uint8).max, HIGH, until), "Invalid kind");
    }

    function test_WhenTheLevelIsUnknown() public onBothRoutes {
        assertRefused(notary, certifyCall(person.addr, NATURAL, 0, until), "Invalid level");
        assertRefused(notary, certifyCall(person.addr, NATURAL, HIGH + 1, until), "Invalid level");
        assertRefused(notary, certifyCall(person.addr, NATURAL, type(uint8).max, until), "Invalid level");
    }

    function test_WhenTheEndIsNowOrPast() public onBothRoutes {
        uint64 time = uint64(block.timestamp);
        assertRefused(notary, certifyCall(person.addr, NATURAL, HIGH, time), "Invalid end");
        assertRefused(notary, certifyCall(person.addr, NATURAL, HIGH, time - 1), "Invalid end");
        assertRefused(notary, certifyCall(person.addr, NATURAL, HIGH, 0), "Invalid end");
    }

    function test_WhenTheEndIsOneSecondAhead() public onBothRoutes {
        checkCertified(notary, person.addr, NATURAL, HIGH, uint64(block.timestamp) + 1);
        checkAccepted(person, notary.addr);
        assertTrue(counts(person.addr, notary.addr), "for a second");
        vm.warp(block.timestamp + 1);
        assertFalse(counts(person.addr, notary.addr), "its end has come");
    }

    function test_WhenTheEndIsFiveYearsAhead() public onBothRoutes {
        checkCertified(notary, person.addr, LEGAL, LOW, uint64(block.timestamp) + FIVE_YEARS);
    }

    /// @dev From 28 February 2028 to 28 February 2033. No five years have more days: there are two leap days in them.
    function test_WhenTheEndIsTheSameDateFiveYearsOn() public onBothRoutes {
        vm.warp(1_835_308_800);
        checkCertified(notary, person.addr, NATURAL, HIGH, 1_993_161_600);
    }

    function test_WhenTheEndIsASecondMoreThanFiveYearsAhead() public onBothRoutes {
        uint64 end = uint64(block.timestamp) + FIVE_YEARS + 1;
        assertRefused(notary, certifyCall(person.addr, NATURAL, HIGH, end), "Invalid end");
        assertRefused(notary, certifyCall(person.addr, NATURAL, HIGH, type(uint64).max), "Invalid end");
    }

    function test_WhenSeveralArgumentsAreWrong() public onBothRoutes {
        assertRefused(stranger, certifyCall(address(0), 0, 0, 0), ONLY_NOTARY);
        assertRefused(notary, certifyCall(address(0), 0, 0, 0), "Person required");
        assertRefused(notary, certifyCall(notary.addr, 0, 0, 0), NOT_AUTHORIZED);
        assertRefused(notary, certifyCall(person.addr, 0, 0, 0), "Invalid kind");
        assertRefused(notary, certifyCall(person.addr, NATURAL, 0, 0), "Invalid level");
        assertRefused(notary, certifyCall(person.addr, NATURAL, LOW, 0), "Invalid end");
    }

    // -------------------------------------------------------------- the effect

    function test_GivenNoCertificate() public onBothRoutes {
        checkCertified(notary, person.addr, NATURAL, SUBSTANTIAL, until);
    }

    function test_GivenACertificateThatWaits() public onBothRoutes {
        giveCertificate();
        checkCertified(notary, person.addr, LEGAL, LOW, until + 1);
    }

    function test_GivenAnAcceptedCertificate() public onBothRoutes {
        giveAcceptedCertificate();
        assertTrue(counts(person.addr, notary.addr), "counted");
        checkCertified(notary, person.addr, NATURAL, HIGH, until + 1);
    }

    function test_GivenTheSameCertificate() public onBothRoutes {
        giveAcceptedCertificate();
        vm.warp(block.timestamp + 1);
        checkCertified(notary, person.addr, NATURAL, HIGH, until);
    }

    function test_GivenAnEndedCertificate() public onBothRoutes {
        giveAcceptedCertificate();
        checkEnded(person, person.addr, notary.addr);
        checkCertified(notary, person.addr, NATURAL, HIGH, until);
    }

    function test_GivenACertificateThatRanOut() public onBothRoutes {
        giveAcceptedCertificate();
        vm.warp(until);
        checkCertified(notary, person.addr, NATURAL, HIGH, until + 1);
    }

    function test_GivenAnotherNotarysCertificate() public onBothRoutes {
        giveAcceptedCertificate();
        Certificate memory first = certificateOf(person.addr, notary.addr);
        checkCertified(otherNotary, person.addr, LEGAL, LOW, until + 1);
        assertCertificate(person.addr, notary.addr, first);
    }

    function test_WhenThePersonIsANotaryToo() public onBothRoutes {
        checkCertified(notary, otherNotary.addr, LEGAL, HIGH, until);
        checkCertified(otherNotary, notary.addr, LEGAL, LOW, until);
        assertEq(certificateOf(otherNotary.addr, notary.addr).level, HIGH, "each its own");
        checkCertified(otherNotary, person.addr, NATURAL, HIGH, until);
    }

    function test_WhenTheRegisterDoesNotKnowThePerson() public onBothRoutes {
        checkCertified(notary, stranger.addr, NATURAL, HIGH, until);
        assertFalse(registry.isRegistered(stranger.addr), "nor afterwards");
    }

    function test_WhenTheNotaryIsTheOwner() public onBothRoutes {
        accredit(owner.addr);
        checkCertified(owner, person.addr, NATURAL, HIGH, until);
    }

    function testFuzz_WhenAnyReferenceIsGiven(bytes32 ref) public onBothRoutes {
        vm.recordLogs();
        send(notary, abi.encodeCall(IRegistryCertificates.certifyPerson, (person.addr, NATURAL, HIGH, until, ref)));
        uint64 time = uint64(block.timestamp);
        emit IRegistryCertificates.PersonCertified(person.addr, notary.addr, NATURAL, HIGH, until, ref, time);
        assertEvents();
    }

    function testFuzz_WhenAnyArgumentsAreGiven(address of_, uint8 kind, uint8 level, uint64 ahead)
        public
        onBothRoutes
    {
        // One in two fits, or nearly.
        (kind, level) = (kind & 1 == 0 ? kind >> 1 : (kind >> 1) % 4, level & 1 == 0 ? level >> 1 : (level >> 1) % 5);
        uint64 end = uint64(block.timestamp + (ahead & 1 == 0 ? ahead >> 1 : (ahead >> 1) % (FIVE_YEARS + 2 days)));
        string memory refusal = refusalOf(of_, kind, level, end);
        if (bytes(refusal).length == 0) checkCertified(notary, of_, kind, level, end);
        else assertRefused(notary, certifyCall(of_, kind, level, end), refusal);
    }

    function goodCall() private view returns (bytes memory) {
        return certifyCall(person.addr, NATURAL, HIGH, until);
    }

    function refusalOf(address of_, uint8 kind, uint8 level, uint64 end) private view returns (string memory) {
        if (of_ == address(0)) return "Person required";
        if (of_ == notary.addr) return NOT_AUTHORIZED;
        if (kind < 1 || kind > 2) return "Invalid kind";
        if (level < 1 || level > 3) return "Invalid level";
        return end <= block.timestamp || end > block.timestamp + FIVE_YEARS ? "Invalid end" : "";
    }
}
