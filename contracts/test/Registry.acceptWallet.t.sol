// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {WalletChangeBase} from "./base/WalletChangeBase.sol";

/// @dev What may happen between proposal and acceptance, and who acts afterwards: `Registry.acceptWallet.races.t.sol`.
contract RegistryAcceptWalletTest is WalletChangeBase {
    // --------------------------------------------------------------- refusals

    function test_GivenNoAgentHasTheNumber() public onBothRoutes {
        assertRefused(newWallet, acceptCall(0), "Agent not found");
        assertRefused(newWallet, acceptCall(agentId + 1), "Agent not found");
        assertRefused(newWallet, acceptCall(type(uint256).max), "Agent not found");
    }

    function testFuzz_GivenAnyNumberWithoutAnAgent(uint256 id) public onBothRoutes {
        vm.assume(id != agentId);
        assertRefused(newWallet, acceptCall(id), "Agent not found");
    }

    function test_GivenNoWalletIsProposed() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        assertRefused(newWallet, acceptCall(child), ONLY_PROPOSED);
        assertRefused(haftungsperson, acceptCall(child), ONLY_PROPOSED);
    }

    function test_WhenTheCallerIsNotTheProposedWallet() public onBothRoutes {
        assertRefused(stranger, acceptCall(agentId), ONLY_PROPOSED);
        assertRefused(wallet, acceptCall(agentId), ONLY_PROPOSED);
        assertRefused(creator, acceptCall(agentId), ONLY_PROPOSED);
        assertRefused(haftungsperson, acceptCall(agentId), ONLY_PROPOSED);
        assertRefused(regulator, acceptCall(agentId), ONLY_PROPOSED);
        assertRefused(owner, acceptCall(agentId), ONLY_PROPOSED);
    }

    function testFuzz_WhenTheCallerIsAnybodyElse(uint256 seed, uint8 status) public onBothRoutes {
        Actor memory anybody = actorOf(seed);
        vm.assume(anybody.addr != newWallet.addr);
        giveStatus(agentId, IRegistry.Status(status % 4));
        assertRefused(anybody, acceptCall(agentId), ONLY_PROPOSED);
    }

    function test_WhenAStrangerAppendsTheProposedWalletsAddressToTheCall() public {
        assertRefused(stranger, bytes.concat(acceptCall(agentId), bytes20(newWallet.addr)), ONLY_PROPOSED);
    }

    function test_WhenTheWalletAcceptsAgain() public onBothRoutes {
        checkAccepted(agentId, newWallet);
        assertRefused(newWallet, acceptCall(agentId), ONLY_PROPOSED);
    }

    function testFuzz_WhenTheHashIsAnyOther(bytes32 seen) public onBothRoutes {
        vm.assume(seen != registry.recordHash(agentId));
        assertRefused(newWallet, acceptCall(agentId, seen), "Record changed");
    }

    function test_WhenSeveralGuardsFail() public onBothRoutes {
        uint256 start = vm.snapshotState();
        Registration memory r = registration();
        r.agentWallet = newWallet.addr;
        register(stranger, r);
        send(haftungsperson, abi.encodeCall(IRegistry.declineAgent, (agentId)));
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertRefused(stranger, acceptCall(agentId + 2, bytes32(0)), "Agent not found");
        assertRefused(stranger, acceptCall(agentId, bytes32(0)), ONLY_PROPOSED);
        assertRefused(newWallet, acceptCall(agentId, bytes32(0)), "Agent not active");
        vm.revertToState(start);
        register(stranger, r);
        send(haftungsperson, abi.encodeCall(IRegistry.declineAgent, (agentId)));
        assertRefused(newWallet, acceptCall(agentId, bytes32(0)), "Haftungsperson has not agreed");
        send(haftungsperson, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        assertRefused(newWallet, acceptCall(agentId, bytes32(0)), TAKEN);
    }

    // ---------------------------------------------------------------- effects

    function test_GivenTheAgentIsActive() public onBothRoutes {
        checkAccepted(agentId, newWallet);
        assertTrue(registry.isRegisteredAndCompliant(newWallet.addr), "compliant as before");
    }

    function test_GivenTheAgentIsSuspended() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Suspended);
        checkAccepted(agentId, newWallet);
        assertFalse(registry.isRegisteredAndCompliant(newWallet.addr), "a regulator alone ends the suspension");
    }

    function test_GivenTheOldWalletHadAgreed() public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        checkAccepted(agentId, newWallet);
    }

    function test_GivenTheAttestationHasExpired() public onBothRoutes {
        vm.warp(registeredAt + 7 days + 1);
        checkAccepted(agentId, newWallet);
        assertFalse(registry.isRegisteredAndCompliant(newWallet.addr), "no attestation by this");
        send(newWallet, abi.encodeCall(IRegistry.attestCompliance, (agentId)));
        assertTrue(registry.isRegisteredAndCompliant(newWallet.addr));
    }

    function test_GivenAnAttester() public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.setAttester, (agentId, stranger.addr)));
        checkAccepted(agentId, newWallet);
    }

    function test_GivenAProposedHaftungsperson() public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, stranger.addr)));
        checkAccepted(agentId, newWallet);
    }

    function test_GivenAnAttesterAndAProposedHaftungsperson() public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, stranger.addr)));
        send(wallet, abi.encodeCall(IRegistry.setAttester, (agentId, owner.addr)));
        checkAccepted(agentId, newWallet);
    }

    function test_GivenChildrenAndReports() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        send(wallet, abi.encodeCall(IRegistry.reportRevenue, (agentId, 1, "EUR", "research", 0, 1)));
        checkAccepted(agentId, newWallet);
        assertEq(registry.getAgent(child).parentAgentId, agentId, "the child stays");
        assertConsents(child, false, false, true);
        send(newWallet, abi.encodeCall(IRegistry.declineAgent, (child)));
        assertRefusals(child, false, true);
    }

    function test_GivenAChild() public onBothRoutes {
        Registration memory r = registration();
        (r.agentWallet, r.parentAgentId) = (makeActor("child").addr, agentId);
        uint256 child = register(stranger, r);
        send(creator, abi.encodeCall(IRegistry.declineAgent, (child)));
        offerWallet(child, makeActor("child's new wallet").addr);
        // The Haftungsperson answers for the parent, too, and has agreed for it.
        assertConsents(child, false, true, true);
        checkAccepted(child, makeActor("child's new wallet"));
    }

    function test_WhenWalletsAreReplacedOneAfterAnother() public onBothRoutes {
        checkAccepted(agentId, newWallet);
        for (uint256 i = 1; i < 4; ++i) {
            offerWallet(agentId, actorOf(i).addr);
            checkAccepted(agentId, actorOf(i));
        }
        assertEq(registry.retiredWallet(wallet.addr), agentId, "the first one stays retired");
        assertEq(registry.retiredWallet(newWallet.addr), agentId, "and the second");
        assertEq(registry.retiredWallet(actorOf(2).addr), agentId, "and the last but one");
        assertEq(registry.walletToAgent(actorOf(3).addr), agentId, "the last one is the wallet");
    }

    function test_GivenTheNewWalletIsAnotherAgentsHaftungsperson() public onBothRoutes {
        Registration memory r = registration();
        (r.agentWallet, r.haftungsperson) = (stranger.addr, newWallet.addr);
        uint256 other = register(stranger, r);
        checkAccepted(agentId, newWallet);
        assertEq(registry.getAgent(other).haftungsperson, newWallet.addr, "liable for the other as before");
        assertConsents(other, true, false, true);
        send(newWallet, abi.encodeCall(IRegistry.confirmAgent, (other)));
        assertConsents(other, true, true, true);
    }

    function test_GivenTheHaftungspersonBecomesTheWallet() public onBothRoutes {
        offerWallet(agentId, haftungsperson.addr);
        checkAccepted(agentId, haftungsperson);
    }

    function test_GivenTheCreatorBecomesTheWallet() public onBothRoutes {
        offerWallet(agentId, creator.addr);
        checkAccepted(agentId, creator);
        offerWallet(agentId, newWallet.addr);
        checkAccepted(agentId, newWallet);
        // It was the wallet, so its key is the one that was replaced.
        assertPowerless(creator, agentId);
    }

    function test_GivenTheOldWalletIsTheHaftungspersonToo() public onBothRoutes {
        Registration memory r = registration();
        (r.agentWallet, r.haftungsperson) = (stranger.addr, stranger.addr);
        uint256 own = register(stranger, r);
        offerWallet(own, owner.addr);
        checkAccepted(own, owner);
        send(stranger, abi.encodeCall(IRegistry.attestCompliance, (own)));
        assertEq(registry.getAgent(own).haftungsperson, stranger.addr, "liable as before");
    }

    function testFuzz_WhenAnyWalletIsProposed(uint256 seed) public onBothRoutes {
        Actor memory anybody = actorOf(seed);
        vm.assume(anybody.addr != wallet.addr);
        offerWallet(agentId, anybody.addr);
        checkAccepted(agentId, anybody);
    }
}
