// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {DeclineBase} from "./base/DeclineBase.sol";
import {PartyGuard} from "./base/PartyGuard.sol";

/// @dev Each party alone. Several places in one hand: `Registry.declineAgent.several.t.sol`.
contract RegistryDeclineAgentTest is PartyGuard, DeclineBase {
    function guardedCall(uint256 id) internal pure override returns (bytes memory) {
        return declineCall(id);
    }

    // -------------------------------------------------------------- the wallet

    function test_WhenTheWalletDeclines() public onBothRoutes {
        checkReleased(child, childWallet);
        assertFalse(registry.isRegisteredAndCompliant(childWallet.addr));
    }

    function test_GivenTheWalletsAgentIsSuspended() public onBothRoutes {
        giveStatus(child, SUSPENDED);
        assertRefused(childWallet, declineCall(child), "Agent not active");
    }

    /// @dev A stranger who enters a wallet with itself as Haftungsperson, and refuses, does not lock the wallet in.
    function test_GivenTheHaftungspersonSuspendedTheWalletsAgent() public onBothRoutes {
        decline(child, childHaftungsperson);
        checkReleased(child, childWallet);
        uint256 anew = register(childWallet, childNaming(childWallet.addr, stranger.addr));
        assertEq(registry.walletToAgent(childWallet.addr), anew, "by its own word");
    }

    function test_GivenTheHaftungspersonAgreedAfterItSuspendedTheWalletsAgent() public onBothRoutes {
        decline(child, childHaftungsperson);
        confirm(child, childHaftungsperson);
        checkReleased(child, childWallet);
    }

    function test_GivenTheHaftungspersonSuspendedTheWalletsAgentAndAnotherTookOver() public onBothRoutes {
        decline(child, childHaftungsperson);
        handOver(child, makeActor("successor").addr);
        checkReleased(child, childWallet);
    }

    function test_GivenTheHaftungspersonRefusedWhatARegulatorHadSuspended() public onBothRoutes {
        giveStatus(child, SUSPENDED);
        decline(child, childHaftungsperson);
        assertRefused(childWallet, declineCall(child), "Agent not active");
    }

    /// @dev The regulator's reactivation ended the suspension by refusal: what follows is the regulator's own.
    function test_GivenARegulatorReactivatedAndSuspendedTheRefusedAgent() public onBothRoutes {
        decline(child, childHaftungsperson);
        send(regulator, abi.encodeCall(IRegistry.reactivateAgent, (child)));
        giveStatus(child, SUSPENDED);
        assertRefused(childWallet, declineCall(child), "Agent not active");
        send(regulator, abi.encodeCall(IRegistry.releaseWallet, (child)));
        assertTrue(registry.isWalletReleased(child), "the regulator releases");
    }

    function test_GivenARegulatorRevokedTheRefusedAgent() public onBothRoutes {
        decline(child, childHaftungsperson);
        giveStatus(child, REVOKED);
        assertRefused(childWallet, declineCall(child), "Agent not active");
    }

    function test_GivenAnAgreedWalletAndARefusalThatSuspended() public onBothRoutes {
        confirm(child, childWallet);
        decline(child, childHaftungsperson);
        assertRefused(childWallet, declineCall(child), "Not authorized for this agent");
    }

    function test_GivenTheWalletWasReplaced() public onBothRoutes {
        Actor memory newWallet = makeActor("new wallet");
        replaceWallet(child, newWallet.addr);
        assertRefused(childWallet, declineCall(child), "Not authorized for this agent");
        // It agreed by accepting.
        assertRefused(newWallet, declineCall(child), "Not authorized for this agent");
    }

    function test_GivenTheWalletsAgentIsRevoked() public onBothRoutes {
        giveStatus(child, REVOKED);
        assertRefused(childWallet, declineCall(child), "Agent not active");
    }

    function test_GivenTheWalletsAgentIsTerminated() public onBothRoutes {
        send(stranger, abi.encodeCall(IRegistry.terminateSelf, (child)));
        checkReleased(child, childWallet);
    }

    function test_GivenTheWalletsAgentWasReactivated() public onBothRoutes {
        giveStatus(child, SUSPENDED);
        send(regulator, abi.encodeCall(IRegistry.reactivateAgent, (child)));
        checkReleased(child, childWallet);
    }

    function test_GivenTheWalletHasAgreed() public onBothRoutes {
        confirm(child, childWallet);
        for (uint256 status = 0; status < 4; ++status) {
            uint256 start = vm.snapshotState();
            giveStatus(child, IRegistry.Status(status));
            assertRefused(childWallet, declineCall(child), "Not authorized for this agent");
            vm.revertToState(start);
        }
    }

    function test_GivenTheWalletRegisteredItself() public onBothRoutes {
        uint256 own = register(stranger, childNaming(stranger.addr, childHaftungsperson.addr));
        assertRefused(stranger, declineCall(own), "Not authorized for this agent");
    }

    function test_GivenTheWalletOnlyActedAsTheAgent() public onBothRoutes {
        send(childWallet, abi.encodeCall(IRegistry.attestCompliance, (child)));
        checkReleased(child, childWallet);
    }

    function test_GivenTheWalletWasReleased() public onBothRoutes {
        checkReleased(child, childWallet);
        assertRefused(childWallet, declineCall(child), "Wallet already released");
    }

    function test_GivenARegulatorReleasedTheWallet() public onBothRoutes {
        giveStatus(child, REVOKED);
        send(regulator, abi.encodeCall(IRegistry.releaseWallet, (child)));
        assertRefused(childWallet, declineCall(child), "Wallet already released");
    }

    function test_GivenTheReleasedWalletHasANewRecord() public onBothRoutes {
        checkReleased(child, childWallet);
        uint256 anew = register(childWallet, childNaming(childWallet.addr, childHaftungsperson.addr));
        assertRefused(childWallet, declineCall(child), "Wallet already released");
        assertEq(registry.walletToAgent(childWallet.addr), anew, "the new record's binding is not touched");
        assertRefused(childWallet, declineCall(anew), "Not authorized for this agent");
    }

    function test_GivenTheWalletsAgentHasChildren() public onBothRoutes {
        Registration memory r = registration();
        (r.agentWallet, r.parentAgentId) = (makeActor("grandchild").addr, child);
        uint256 grandchild = register(stranger, r);
        checkReleased(child, childWallet);
        assertStatus(registry.getAgent(grandchild).status, ACTIVE);
        assertEq(registry.getChildren(child).length, 1);
    }

    // ------------------------------------------------------ the Haftungsperson

    function test_WhenTheHaftungspersonDeclines() public onBothRoutes {
        checkRefusedByHaftungsperson(child, childHaftungsperson, SUSPENDED);
        assertFalse(registry.isRegisteredAndCompliant(childWallet.addr));
    }

    function test_GivenTheHaftungspersonHasAgreed() public onBothRoutes {
        confirm(child, childHaftungsperson);
        confirm(child, childWallet);
        checkRefusedByHaftungsperson(child, childHaftungsperson, SUSPENDED);
        assertConsents(child, true, false, false);
    }

    function test_GivenTheHaftungspersonsAgentIsSuspended() public onBothRoutes {
        giveStatus(child, SUSPENDED);
        checkRefusedByHaftungsperson(child, childHaftungsperson, SUSPENDED);
    }

    function test_GivenTheHaftungspersonsAgentIsRevoked() public onBothRoutes {
        giveStatus(child, REVOKED);
        checkRefusedByHaftungsperson(child, childHaftungsperson, REVOKED);
    }

    function test_GivenTheHaftungspersonsAgentIsTerminated() public onBothRoutes {
        giveStatus(child, TERMINATED);
        checkRefusedByHaftungsperson(child, childHaftungsperson, TERMINATED);
    }

    function test_WhenTheHaftungspersonDeclinesAgain() public onBothRoutes {
        decline(child, childHaftungsperson);
        assertNoEffect(childHaftungsperson, declineCall(child));
    }

    function test_GivenTheRefusedAgentWasReactivated() public onBothRoutes {
        decline(child, childHaftungsperson);
        send(regulator, abi.encodeCall(IRegistry.reactivateAgent, (child)));
        // The refusal stands already: the event says that it suspends once more.
        checkRefusedByHaftungsperson(child, childHaftungsperson, SUSPENDED);
    }

    function test_GivenTheHaftungspersonAgreedAfterItsRefusal() public onBothRoutes {
        decline(child, childHaftungsperson);
        confirm(child, childHaftungsperson);
        checkRefusedByHaftungsperson(child, childHaftungsperson, SUSPENDED);
    }

    function test_GivenTheHaftungspersonTookOver() public onBothRoutes {
        Actor memory successor = makeActor("successor");
        handOver(child, successor.addr);
        checkRefusedByHaftungsperson(child, successor, SUSPENDED);
    }

    function test_GivenTheHaftungspersonOfAReleasedWallet() public onBothRoutes {
        checkReleased(child, childWallet);
        checkRefusedByHaftungsperson(child, childHaftungsperson, TERMINATED);
    }

    function test_GivenAProposalIsUnderWay() public onBothRoutes {
        Actor memory successor = makeActor("successor");
        send(stranger, abi.encodeCall(IRegistry.proposeHaftungsperson, (child, successor.addr)));
        checkRefusedByHaftungsperson(child, childHaftungsperson, SUSPENDED);
        assertEq(registry.pendingHaftungsperson(child), successor.addr, "the handover goes on");
    }

    // -------------------------------------------------------------- the parent

    function test_WhenTheParentsWalletDeclines() public onBothRoutes {
        checkRefusedByParent(child, wallet);
        assertTrue(registry.isRegisteredAndCompliant(childWallet.addr), "the status stays");
    }

    function test_WhenTheParentsCreatorDeclines() public onBothRoutes {
        checkRefusedByParent(child, creator);
    }

    function test_WhenTheParentsHaftungspersonDeclines() public onBothRoutes {
        checkRefusedByParent(child, haftungsperson);
    }

    function test_GivenTheParentHasAgreed() public onBothRoutes {
        confirm(child, wallet);
        checkRefusedByParent(child, creator);
    }

    function test_GivenTheParentAgreedAtRegistration() public onBothRoutes {
        uint256 second = registerChild(agentId, "second child");
        assertConsents(second, false, false, true);
        checkRefusedByParent(second, wallet);
    }

    function test_WhenTheParentDeclinesAgain() public onBothRoutes {
        decline(child, wallet);
        assertNoEffect(wallet, declineCall(child));
        assertNoEffect(creator, declineCall(child));
    }

    function test_GivenTheParentIsNotActive() public onBothRoutes {
        giveStatus(agentId, REVOKED);
        checkRefusedByParent(child, wallet);
    }

    function testFuzz_GivenTheParentsChildIsInAnyState(uint8 status) public onBothRoutes {
        giveStatus(child, IRegistry.Status(status % 4));
        checkRefusedByParent(child, wallet);
    }

    function test_GivenARoot() public onBothRoutes {
        checkRefusedByHaftungsperson(agentId, haftungsperson, SUSPENDED);
        assertConsents(agentId, false, false, true);
        assertRefused(creator, declineCall(agentId), "Not authorized for this agent");
    }
}
