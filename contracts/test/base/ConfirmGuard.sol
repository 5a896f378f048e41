// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {PartyGuard} from "./PartyGuard.sol";

/// @title The tests that both ways to agree share
abstract contract ConfirmGuard is PartyGuard {
    function test_WhenTheCallerIsTheWallet() public onBothRoutes {
        checkConfirmed(child, childWallet, true, false, false);
    }

    function test_WhenTheCallerIsTheHaftungsperson() public onBothRoutes {
        checkConfirmed(child, childHaftungsperson, false, true, false);
    }

    function test_WhenTheCallerIsTheParentsWallet() public onBothRoutes {
        checkConfirmed(child, wallet, false, false, true);
    }

    function test_WhenTheCallerIsTheParentsCreator() public onBothRoutes {
        checkConfirmed(child, creator, false, false, true);
    }

    function test_WhenTheCallerIsTheParentsHaftungsperson() public onBothRoutes {
        checkConfirmed(child, haftungsperson, false, false, true);
    }

    function test_WhenTheCallerHoldsSeveralPlaces() public onBothRoutes {
        uint256 second = register(stranger, childNaming(makeActor("second child").addr, haftungsperson.addr));
        checkConfirmed(second, haftungsperson, false, true, true);
    }

    function test_WhenTheHaftungspersonWasInherited() public onBothRoutes {
        uint256 second = register(wallet, childNaming(makeActor("second child").addr, address(0)));
        checkConfirmed(second, haftungsperson, false, true, true);
    }

    function test_GivenARoot() public onBothRoutes {
        assertConsents(agentId, false, false, true);
        checkConfirmed(agentId, wallet, true, false, true);
        checkConfirmed(agentId, haftungsperson, true, true, true);
    }

    function test_WhenEveryPartyConfirmsInTurn() public onBothRoutes {
        checkConfirmed(child, wallet, false, false, true);
        checkConfirmed(child, childHaftungsperson, false, true, true);
        checkConfirmed(child, childWallet, true, true, true);
    }

    function test_WhenTheCallerConfirmsAgain() public onBothRoutes {
        checkConfirmed(child, childWallet, true, false, false);
        checkConfirmed(child, childWallet, true, false, false);
        checkConfirmed(child, wallet, true, false, true);
        checkConfirmed(child, creator, true, false, true);
    }

    function test_GivenTheConsentWasGivenAtRegistration() public onBothRoutes {
        Registration memory r = registration();
        r.agentWallet = stranger.addr;
        uint256 id = register(stranger, r);
        assertConsents(id, true, false, true);
        checkConfirmed(id, stranger, true, false, true);
    }

    function test_GivenTheAgentIsNotActive() public onBothRoutes {
        giveStatus(child, IRegistry.Status.Suspended);
        checkConfirmed(child, childWallet, true, false, false);
        send(regulator, abi.encodeCall(IRegistry.revokeAgent, (child, "")));
        checkConfirmed(child, childHaftungsperson, true, true, false);
    }

    function test_GivenTheParentIsNotActive() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Terminated);
        checkConfirmed(child, wallet, false, false, true);
    }

    function test_GivenEveryConsentAndWhateverHappensNext() public onBothRoutes {
        send(childWallet, guardedCall(child));
        send(childHaftungsperson, guardedCall(child));
        send(wallet, guardedCall(child));
        send(childWallet, abi.encodeCall(IRegistry.attestCompliance, (child)));
        send(childWallet, abi.encodeCall(IRegistry.updateConstitution, (child, bytes32("new"))));
        send(childWallet, abi.encodeCall(IRegistry.reportRevenue, (child, 1, "EUR", "research", 0, 1)));
        giveStatus(child, IRegistry.Status.Suspended);
        giveStatus(child, IRegistry.Status.Revoked);
        assertConsents(child, true, true, true);
    }

    // ------------------------------------------------------- after a refusal

    function test_GivenTheHaftungspersonRefused() public onBothRoutes {
        decline(child, childHaftungsperson);
        assertStatus(registry.getAgent(child).status, IRegistry.Status.Suspended);
        checkConfirmed(child, childHaftungsperson, false, true, false);
        assertRefusals(child, false, false);
    }

    function test_GivenTheParentRefused() public onBothRoutes {
        decline(child, wallet);
        checkConfirmed(child, creator, false, false, true);
        assertRefusals(child, false, false);
    }

    function test_GivenAnotherPartyRefused() public onBothRoutes {
        decline(child, childHaftungsperson);
        decline(child, wallet);
        checkConfirmed(child, childWallet, true, false, false);
        assertRefusals(child, true, true);
        checkConfirmed(child, creator, true, false, true);
        assertRefusals(child, true, false);
    }

    // ------------------------------------------------------- after a release

    function test_GivenTheWalletWasReleased() public onBothRoutes {
        releaseByWallet(child);
        assertRefused(childWallet, guardedCall(child), "Not authorized for this agent");
    }

    function test_GivenTheReleasedWalletIsTheHaftungspersonToo() public onBothRoutes {
        Actor memory both = makeActor("both");
        uint256 second = register(stranger, childNaming(both.addr, both.addr));
        releaseByWallet(second);
        checkConfirmed(second, both, false, true, false);
    }

    function test_GivenTheWalletWasReleasedAndAnotherPartyCalls() public onBothRoutes {
        releaseByWallet(child);
        checkConfirmed(child, childHaftungsperson, false, true, false);
        checkConfirmed(child, wallet, false, true, true);
    }

    function test_GivenTheWalletWasRegisteredAnew() public onBothRoutes {
        releaseByWallet(child);
        uint256 anew = register(childWallet, childNaming(childWallet.addr, childHaftungsperson.addr));
        assertRefused(childWallet, guardedCall(child), "Not authorized for this agent");
        checkConfirmed(anew, childWallet, true, false, false);
    }

    function test_GivenTheWalletWasReplaced() public onBothRoutes {
        Actor memory newWallet = makeActor("new wallet");
        replaceWallet(child, newWallet.addr);
        assertRefused(childWallet, guardedCall(child), "Not authorized for this agent");
        checkConfirmed(child, newWallet, true, true, false);
    }

    function testFuzz_WhenPartiesConfirmInAnyOrder(uint8[8] calldata callers) public onBothRoutes {
        bool[3] memory given;
        for (uint256 i = 0; i < callers.length; ++i) {
            uint256 place = callers[i] % 3;
            Actor memory by = [childWallet, childHaftungsperson, creator][place];
            given[place] = true;
            checkConfirmed(child, by, given[0], given[1], given[2]);
        }
    }

    /// @dev The consents are those after the call: who has agreed has not refused any more. Nothing else
    /// of the record moves, compliance neither.
    function checkConfirmed(uint256 id, Actor memory by, bool byWallet, bool byHaftungsperson, bool byParent)
        internal
    {
        IRegistry.Agent memory before = registry.getAgent(id);
        Standing memory expected = standingOf(id);
        (expected.walletAgreed, expected.haftungspersonAgreed, expected.parentAgreed) =
            (byWallet, byHaftungsperson, byParent);
        if (byHaftungsperson) expected.haftungspersonRefused = false;
        if (byParent) expected.parentRefused = false;
        bool compliant = registry.isRegisteredAndCompliant(before.agentWallet);
        uint8 places = placesOf(id, by.addr);
        vm.recordLogs();
        send(by, guardedCall(id));
        emit IRegistry.ConsentGiven(
            id, by.addr, byWallet, byHaftungsperson, byParent, places, uint64(block.timestamp)
        );
        assertEvents();
        assertStanding(id, expected, before);
        assertEq(registry.isRegisteredAndCompliant(before.agentWallet), compliant, "compliance");
    }
}
