// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../src/interfaces/IMinimalForwarder.sol";
import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {WalletChangeBase} from "./base/WalletChangeBase.sol";

/// @dev What may happen between proposal and acceptance, and who can act afterwards. The thief has the old wallet's key.
contract RegistryAcceptWalletRacesTest is WalletChangeBase {
    Actor private thief;

    function setUp() public override {
        super.setUp();
        thief = makeActor("thief");
    }

    // -------------------------------------------- between proposal and acceptance

    function test_GivenTheProposalWasTakenBack() public onBothRoutes {
        send(haftungsperson, proposeWalletCall(agentId, address(0)));
        assertRefused(newWallet, acceptCall(agentId), ONLY_PROPOSED);
    }

    function test_GivenAnotherWalletWasProposedInstead() public onBothRoutes {
        send(haftungsperson, proposeWalletCall(agentId, stranger.addr));
        assertRefused(newWallet, acceptCall(agentId), ONLY_PROPOSED);
        checkAccepted(agentId, stranger);
    }

    function test_GivenTheAgentIsRevoked() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertRefused(newWallet, acceptCall(agentId), "Agent not active");
    }

    function test_GivenTheAgentIsTerminated() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertRefused(newWallet, acceptCall(agentId), "Agent not active");
    }

    function test_GivenTheWalletWasReleased() public onBothRoutes {
        releaseByWallet(agentId);
        assertRefused(newWallet, acceptCall(agentId), "Agent not active");
        assertEq(registry.pendingWallet(agentId), newWallet.addr, "it is only noted");
    }

    function test_GivenTheAgentWasHandedOver() public onBothRoutes {
        handOver(agentId, stranger.addr);
        assertRefused(newWallet, acceptCall(agentId), ONLY_PROPOSED);
        send(stranger, proposeWalletCall(agentId, newWallet.addr));
        checkAccepted(agentId, newWallet);
    }

    function test_GivenTheHaftungspersonRefused() public onBothRoutes {
        send(haftungsperson, abi.encodeCall(IRegistry.declineAgent, (agentId)));
        assertRefused(newWallet, acceptCall(agentId), "Haftungsperson has not agreed");
        send(haftungsperson, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        checkAccepted(agentId, newWallet);
        assertStatus(registry.getAgent(agentId).status, IRegistry.Status.Suspended);
        assertEq(flagsOf(agentId) & 128, 128, "suspended by the refusal as before");
    }

    function test_GivenTheProposedWalletWasRegisteredMeanwhile() public onBothRoutes {
        registerNewWallet();
        assertRefused(newWallet, acceptCall(agentId), TAKEN);
    }

    function test_GivenTheProposedWalletWasRegisteredAndLeft() public onBothRoutes {
        uint256 other = registerNewWallet();
        releaseByWallet(other);
        assertRefused(newWallet, acceptCall(agentId), TAKEN);
    }

    function test_GivenTheProposedWalletWasRegisteredAndReplaced() public onBothRoutes {
        uint256 other = registerNewWallet();
        replaceWallet(other, makeActor("third wallet").addr);
        assertRefused(newWallet, acceptCall(agentId), TAKEN);
        assertEq(registry.retiredWallet(newWallet.addr), other, "retired there");
    }

    function test_GivenTwoAgentsWereOfferedTheSameWallet() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        offerWallet(child, newWallet.addr);
        checkAccepted(child, newWallet);
        assertRefused(newWallet, acceptCall(agentId), TAKEN);
        assertEq(registry.walletToAgent(newWallet.addr), child, "one agent's alone");
    }

    function test_GivenTheRecordChangedSinceItWasRead() public onBothRoutes {
        bytes memory signedBefore = acceptCall(agentId);
        send(creator, abi.encodeCall(IRegistry.updateCapabilities, (agentId, bytes32("unseen"))));
        assertRefused(newWallet, signedBefore, "Record changed");
        checkAccepted(agentId, newWallet);
    }

    function test_GivenOnlyFilingsSinceTheRecordWasRead() public onBothRoutes {
        bytes memory signedBefore = acceptCall(agentId);
        send(creator, abi.encodeCall(IRegistry.attestCompliance, (agentId)));
        send(wallet, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        giveStatus(agentId, IRegistry.Status.Suspended);
        send(newWallet, signedBefore);
        assertEq(registry.walletToAgent(newWallet.addr), agentId);
    }

    /// @dev So that the thief has no moment between the two.
    function test_WhenProposalAndAcceptanceComeInOneBatch() public {
        vm.prank(haftungsperson.addr);
        registry.proposeWallet(agentId, address(0));
        IMinimalForwarder.ForwardRequest[] memory requests = new IMinimalForwarder.ForwardRequest[](2);
        bytes[] memory signatures = new bytes[](2);
        requests[0] = requestOf(haftungsperson, address(registry), proposeWalletCall(agentId, newWallet.addr));
        requests[1] = requestOf(newWallet, address(registry), acceptCall(agentId));
        signatures[0] = signRequest(haftungsperson, requests[0]);
        signatures[1] = signRequest(newWallet, requests[1]);
        vm.prank(relayer);
        bool[] memory successes = forwarder.executeBatch(requests, signatures);
        assertTrue(successes[0] && successes[1], "both ran");
        assertEq(registry.walletToAgent(newWallet.addr), agentId, "the new wallet");
    }

    // -------------------------------------------------- the thief acts before

    function test_GivenTheThiefProposedItselfAsHaftungsperson() public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, thief.addr)));
        checkAccepted(agentId, newWallet);
        assertPowerless(thief, agentId);
    }

    /// @dev Agent-or-creator hand over, and the one proposed accepts. So the Haftungsperson has to be quicker.
    function test_GivenTheThiefTookOverAsHaftungsperson() public onBothRoutes {
        handOverByWallet();
        assertEq(registry.pendingWallet(agentId), address(0), "dropped with the former Haftungsperson");
        assertRefused(newWallet, acceptCall(agentId), ONLY_PROPOSED);
        assertRefused(haftungsperson, proposeWalletCall(agentId, newWallet.addr), "Only Haftungsperson");
    }

    function test_GivenTheThiefSetAnAttester() public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.setAttester, (agentId, thief.addr)));
        checkAccepted(agentId, newWallet);
        assertPowerless(thief, agentId);
    }

    function test_GivenTheThiefAttested() public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.attestCompliance, (agentId)));
        uint64 attestedAt = uint64(block.timestamp);
        vm.warp(block.timestamp + 1 days);
        checkAccepted(agentId, newWallet);
        assertEq(registry.getAgent(agentId).lastAttestation, attestedAt, "what was filed stays");
    }

    function test_GivenTheThiefTerminatedTheAgent() public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.terminateSelf, (agentId)));
        assertRefused(newWallet, acceptCall(agentId), "Agent not active");
    }

    function test_GivenTheThiefChangedTheConstitution() public onBothRoutes {
        bytes memory signedBefore = acceptCall(agentId);
        send(wallet, abi.encodeCall(IRegistry.updateConstitution, (agentId, bytes32("the thief's"))));
        assertRefused(newWallet, signedBefore, "Record changed");
    }

    // --------------------------------------------------- the thief acts after

    function test_WhenTheOldWalletActsAfterwards() public onBothRoutes {
        checkAccepted(agentId, newWallet);
        assertPowerless(wallet, agentId);
        assertRefused(wallet, registerCall(registration()), TAKEN);
    }

    function test_WhenAnOldWalletThatIsTheCreatorTooActsAfterwards() public onBothRoutes {
        Registration memory r = registration();
        r.agentWallet = thief.addr;
        uint256 own = register(thief, r);
        offerWallet(own, stranger.addr);
        checkAccepted(own, stranger);
        assertEq(registry.getAgent(own).creator, thief.addr, "the record keeps who entered it");
        assertPowerless(thief, own);
    }

    /// @dev The creator of another entry stays its creator: the Haftungsperson of one decides for that one alone.
    function test_WhenAnOldWalletActsForAnotherAgentThatItEntered() public onBothRoutes {
        Registration memory r = registration();
        r.agentWallet = stranger.addr;
        uint256 other = register(wallet, r);
        checkAccepted(agentId, newWallet);
        send(wallet, abi.encodeCall(IRegistry.attestCompliance, (other)));
        assertRefused(wallet, abi.encodeCall(IRegistry.attestCompliance, (agentId)), "Not authorized for this agent");
    }

    function test_WhenTheOldAttesterActsAfterwards() public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.setAttester, (agentId, stranger.addr)));
        checkAccepted(agentId, newWallet);
        assertPowerless(stranger, agentId);
    }

    function test_WhenTheFormerWalletIsProposedAgain() public onBothRoutes {
        checkAccepted(agentId, newWallet);
        assertRefused(haftungsperson, proposeWalletCall(agentId, wallet.addr), TAKEN);
    }

    function registerNewWallet() private returns (uint256) {
        Registration memory r = registration();
        r.agentWallet = newWallet.addr;
        return register(stranger, r);
    }

    function handOverByWallet() private {
        send(wallet, abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, thief.addr)));
        bytes32 seen = registry.recordHash(agentId);
        send(thief, abi.encodeCall(IRegistry.acceptHaftungsperson, (agentId, seen)));
    }
}
