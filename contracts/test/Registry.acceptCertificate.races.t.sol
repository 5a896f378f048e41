// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../src/interfaces/IMinimalForwarder.sol";
import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {CertificateBase} from "./base/CertificateBase.sol";

/// @dev What may happen between certificate and acceptance, and what an accepted certificate is worth afterwards.
contract RegistryAcceptCertificateRacesTest is CertificateBase {
    // ----------------------------------------------------- since it was read

    function test_GivenAnotherCertificateSinceItWasRead() public onBothRoutes {
        giveCertificate();
        bytes memory signedBefore = acceptCall();
        checkCertified(notary, person.addr, LEGAL, HIGH, until);
        assertRefused(person, signedBefore, CHANGED);
        checkAccepted(person, notary.addr);
    }

    function test_GivenALowerLevelSinceItWasRead() public onBothRoutes {
        giveCertificate();
        bytes memory signedBefore = acceptCall();
        checkCertified(notary, person.addr, NATURAL, LOW, until);
        assertRefused(person, signedBefore, CHANGED);
        checkCertified(notary, person.addr, NATURAL, HIGH, until - 1);
        assertRefused(person, signedBefore, CHANGED);
    }

    function test_GivenTheSameWasCertifiedAgainSinceItWasRead() public onBothRoutes {
        giveCertificate();
        vm.warp(block.timestamp + 1);
        giveCertificate();
        checkAccepted(person, notary.addr);
        assertEq(certificateOf(person.addr, notary.addr).certifiedAt, block.timestamp, "the later one");
    }

    function test_GivenAnAcceptedCertificateWasReplaced() public onBothRoutes {
        giveAcceptedCertificate();
        checkCertified(notary, person.addr, NATURAL, SUBSTANTIAL, until);
        assertRefused(person, acceptCall(), CHANGED);
        checkAccepted(person, notary.addr);
        assertTrue(counts(person.addr, notary.addr), "it counts again");
    }

    function test_GivenItWasEndedSinceItWasRead() public onBothRoutes {
        giveCertificate();
        checkEnded(notary, person.addr, notary.addr);
        assertRefused(person, acceptCall(), NONE);
    }

    function test_GivenItWasEndedAfterItWasAccepted() public onBothRoutes {
        giveAcceptedCertificate();
        checkEnded(notary, person.addr, notary.addr);
        assertFalse(counts(person.addr, notary.addr), "it counts no longer");
        assertRefused(person, acceptCall(), NONE);
        checkCertified(notary, person.addr, NATURAL, HIGH, until);
        checkAccepted(person, notary.addr);
    }

    function test_GivenItWasEndedAndCertifiedAnewSinceItWasRead() public onBothRoutes {
        giveCertificate();
        checkEnded(regulator, person.addr, notary.addr);
        giveCertificate();
        checkAccepted(person, notary.addr);
    }

    // --------------------------------------------------------------- its end

    function test_GivenItRanOutBeforeItWasAccepted() public onBothRoutes {
        giveCertificate();
        vm.warp(until);
        checkAccepted(person, notary.addr);
        assertFalse(counts(person.addr, notary.addr), "too late");
    }

    function test_GivenItRanOutAfterItWasAccepted() public onBothRoutes {
        giveAcceptedCertificate();
        vm.warp(until - 1);
        assertTrue(counts(person.addr, notary.addr), "the last second");
        vm.warp(until);
        assertFalse(counts(person.addr, notary.addr), "its end");
        assertEq(certificateOf(person.addr, notary.addr).until, until, "still on record");
    }

    // ------------------------------------------------------- the accreditation

    function test_GivenTheNotaryWasRemovedBeforeItWasAccepted() public onBothRoutes {
        giveCertificate();
        dismiss(notary.addr);
        checkAccepted(person, notary.addr);
        assertFalse(counts(person.addr, notary.addr), "of no notary");
        accredit(notary.addr);
        assertTrue(counts(person.addr, notary.addr), "of a notary again");
    }

    function test_GivenTheNotaryWasRemovedAndAddedAgain() public onBothRoutes {
        giveAcceptedCertificate();
        Certificate memory before = certificateOf(person.addr, notary.addr);
        dismiss(notary.addr);
        assertCertificate(person.addr, notary.addr, before);
        assertFalse(counts(person.addr, notary.addr), "not in between");
        accredit(notary.addr);
        assertCertificate(person.addr, notary.addr, before);
        assertTrue(counts(person.addr, notary.addr), "again");
        assertNoEffect(person, acceptCall());
    }

    function test_GivenTheNotaryWasRemovedAndAddedAgainBeforeItWasAccepted() public onBothRoutes {
        giveCertificate();
        dismiss(notary.addr);
        accredit(notary.addr);
        assertFalse(counts(person.addr, notary.addr), "it waits");
        checkAccepted(person, notary.addr);
        assertTrue(counts(person.addr, notary.addr), "it counts");
    }

    function test_GivenAPersonThatIsANotaryWasRemoved() public onBothRoutes {
        checkCertified(notary, otherNotary.addr, LEGAL, HIGH, until);
        checkAccepted(otherNotary, notary.addr);
        checkCertified(otherNotary, person.addr, NATURAL, LOW, until);
        checkAccepted(person, otherNotary.addr);
        dismiss(otherNotary.addr);
        assertTrue(counts(otherNotary.addr, notary.addr), "what is certified about it");
        assertFalse(counts(person.addr, otherNotary.addr), "what it certified");
    }

    function test_GivenTheOwnershipMoved() public onBothRoutes {
        giveAcceptedCertificate();
        send(owner, abi.encodeCall(IRegistryRoles.transferOwnership, (stranger.addr)));
        send(stranger, abi.encodeCall(IRegistryRoles.acceptOwnership, ()));
        assertTrue(counts(person.addr, notary.addr), "accredited as before");
        assertRefused(owner, endCall(person.addr, notary.addr), NOT_AUTHORIZED);
        checkEnded(stranger, person.addr, notary.addr);
    }

    // --------------------------------------------------------------- an entry

    function test_GivenTheAgentEnds() public onBothRoutes {
        giveAcceptedCertificate();
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertTrue(counts(person.addr, notary.addr), "about the person, not the agent");
    }

    function test_GivenTheAgentIsHandedOver() public onBothRoutes {
        giveAcceptedCertificate();
        handOver(agentId, stranger.addr);
        assertTrue(counts(person.addr, notary.addr), "the former one's stays its own");
        assertFalse(counts(stranger.addr, notary.addr), "the new one has none by it");
    }

    // ------------------------------------------------------------------ batch

    function test_WhenCertificateAndAcceptanceComeInOneBatch() public {
        IMinimalForwarder.ForwardRequest[] memory requests = new IMinimalForwarder.ForwardRequest[](2);
        bytes[] memory signatures = new bytes[](2);
        requests[0] = requestOf(notary, address(registry), certifyCall(person.addr, NATURAL, HIGH, until));
        requests[1] = requestOf(person, address(registry), acceptCall());
        signatures[0] = signRequest(notary, requests[0]);
        signatures[1] = signRequest(person, requests[1]);
        vm.prank(relayer);
        bool[] memory successes = forwarder.executeBatch(requests, signatures);
        assertTrue(successes[0] && successes[1], "both ran");
        assertTrue(counts(person.addr, notary.addr), "it counts");
    }

    // -------------------------------------------------------------- any order

    function testFuzz_WhenAnythingHappensToItInAnyOrder(uint8[12] calldata steps) public onBothRoutes {
        (bool stands, bool accepted, bool accredited) = (false, false, true);
        for (uint256 i = 0; i < steps.length; ++i) {
            uint256 step = steps[i] % 6;
            if (step == 0 && accredited && until > block.timestamp) {
                checkCertified(notary, person.addr, NATURAL, HIGH, until);
                (stands, accepted) = (true, false);
            } else if (step == 1 && stands) {
                send(person, acceptCall());
                accepted = true;
            } else if (step == 2 && stands && steps[i] % 4 == 0) {
                checkEnded(person, person.addr, notary.addr);
                (stands, accepted) = (false, false);
            } else if (step == 3) {
                dismiss(notary.addr);
                accredited = false;
            } else if (step == 4) {
                accredit(notary.addr);
                accredited = true;
            } else if (step == 5) {
                vm.warp(block.timestamp + 100 days);
            }
            bool expected = accepted && accredited && block.timestamp < until;
            assertEq(counts(person.addr, notary.addr), expected, "counts");
        }
    }
}
