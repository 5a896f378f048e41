// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryAcceptHaftungspersonTest is RegistryTest {
    string private constant ONLY_PROPOSED = "Only proposed Haftungsperson";

    Actor private successor;

    function setUp() public override {
        super.setUp();
        successor = makeActor("successor");
        propose(successor.addr);
    }

    // --------------------------------------------------------------- refusals

    function test_GivenNoAgentHasTheNumber() public onBothRoutes {
        assertRefused(successor, acceptCall(0), "Agent not found");
        assertRefused(successor, acceptCall(agentId + 1), "Agent not found");
        assertRefused(successor, acceptCall(type(uint256).max), "Agent not found");
    }

    function testFuzz_GivenAnyNumberWithoutAnAgent(uint256 id) public onBothRoutes {
        vm.assume(id != agentId);
        assertRefused(successor, acceptCall(id), "Agent not found");
    }

    function test_GivenNobodyIsProposed() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        assertRefused(successor, acceptCall(child), ONLY_PROPOSED);
        assertRefused(haftungsperson, acceptCall(child), ONLY_PROPOSED);
    }

    function test_WhenTheCallerIsNotTheProposedOne() public onBothRoutes {
        assertRefused(stranger, acceptCall(agentId), ONLY_PROPOSED);
        assertRefused(wallet, acceptCall(agentId), ONLY_PROPOSED);
        assertRefused(creator, acceptCall(agentId), ONLY_PROPOSED);
        assertRefused(haftungsperson, acceptCall(agentId), ONLY_PROPOSED);
        assertRefused(regulator, acceptCall(agentId), ONLY_PROPOSED);
        assertRefused(owner, acceptCall(agentId), ONLY_PROPOSED);
    }

    function testFuzz_WhenTheCallerIsAnybodyElse(uint256 seed, uint8 status) public onBothRoutes {
        Actor memory anybody = actorOf(seed);
        vm.assume(anybody.addr != successor.addr);
        giveStatus(agentId, IRegistry.Status(status % 4));
        assertRefused(anybody, acceptCall(agentId), ONLY_PROPOSED);
    }

    function test_WhenAStrangerAppendsTheProposedOnesAddressToTheCall() public {
        assertRefused(stranger, bytes.concat(acceptCall(agentId), bytes20(successor.addr)), ONLY_PROPOSED);
    }

    function test_GivenTheProposalWasTakenBack() public onBothRoutes {
        propose(address(0));
        assertRefused(successor, acceptCall(agentId), ONLY_PROPOSED);
    }

    function test_GivenAnotherWasProposedInstead() public onBothRoutes {
        propose(stranger.addr);
        assertRefused(successor, acceptCall(agentId), ONLY_PROPOSED);
        checkAccepted(stranger);
    }

    function test_WhenTheProposedOneAcceptsAgain() public onBothRoutes {
        checkAccepted(successor);
        assertRefused(successor, acceptCall(agentId), ONLY_PROPOSED);
    }

    function test_GivenTheAgentIsRevoked() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertRefused(successor, acceptCall(agentId), "Agent not active");
    }

    function test_GivenTheAgentIsTerminated() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertRefused(successor, acceptCall(agentId), "Agent not active");
    }

    function test_GivenTheWalletWasReleased() public onBothRoutes {
        releaseByWallet(agentId);
        assertRefused(successor, acceptCall(agentId), "Agent not active");
    }

    function test_GivenTheRecordChangedSinceItWasRead() public onBothRoutes {
        bytes memory signedBefore = acceptCall(agentId);
        send(wallet, abi.encodeCall(IRegistry.updateConstitution, (agentId, bytes32("unseen"))));
        assertRefused(successor, signedBefore, "Record changed");
        checkAccepted(successor);
    }

    function test_GivenTheWalletWasReplacedSinceTheRecordWasRead() public onBothRoutes {
        bytes memory signedBefore = acceptCall(agentId);
        replaceWallet(agentId, stranger.addr);
        assertRefused(successor, signedBefore, ONLY_PROPOSED);
        send(stranger, abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, successor.addr)));
        assertRefused(successor, signedBefore, "Record changed");
        checkAccepted(successor);
    }

    function testFuzz_WhenTheHashIsAnyOther(bytes32 seen) public onBothRoutes {
        vm.assume(seen != registry.recordHash(agentId));
        assertRefused(successor, callWith(agentId, seen), "Record changed");
    }

    function test_WhenSeveralGuardsFail() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertRefused(stranger, callWith(agentId + 1, bytes32(0)), "Agent not found");
        assertRefused(stranger, callWith(agentId, bytes32(0)), ONLY_PROPOSED);
        assertRefused(successor, callWith(agentId, bytes32(0)), "Agent not active");
    }

    // ---------------------------------------------------------------- effects

    function test_GivenAWalletIsProposed() public onBothRoutes {
        offerWallet(agentId, stranger.addr);
        checkAccepted(successor);
        assertRefused(
            stranger,
            abi.encodeCall(IRegistry.acceptWallet, (agentId, registry.recordHash(agentId))),
            "Only proposed wallet"
        );
    }

    function test_GivenAnAttester() public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.setAttester, (agentId, stranger.addr)));
        checkAccepted(successor);
        assertEq(registry.attester(agentId), stranger.addr, "the wallet's choice stays");
    }

    function test_GivenTheOldOnesRefusalSuspendedTheAgent() public onBothRoutes {
        send(haftungsperson, abi.encodeCall(IRegistry.declineAgent, (agentId)));
        checkAccepted(successor);
        assertEq(flagsOf(agentId) & 128, 128, "a regulator alone clears it");
    }

    function test_GivenTheAgentIsActive() public onBothRoutes {
        checkAccepted(successor);
    }

    function test_GivenTheAgentIsSuspended() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Suspended);
        checkAccepted(successor);
    }

    function test_GivenTheOldOneHadAgreed() public onBothRoutes {
        send(haftungsperson, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        checkAccepted(successor);
    }

    function test_GivenTheOldOneRefused() public onBothRoutes {
        send(haftungsperson, abi.encodeCall(IRegistry.declineAgent, (agentId)));
        checkAccepted(successor);
        assertStatus(registry.getAgent(agentId).status, IRegistry.Status.Suspended);
        send(regulator, abi.encodeCall(IRegistry.reactivateAgent, (agentId)));
        assertTrue(registry.isRegisteredAndCompliant(wallet.addr), "the regulator ends the suspension");
    }

    function test_GivenTheWalletIsProposed() public onBothRoutes {
        propose(wallet.addr);
        checkAccepted(wallet);
        assertConsents(agentId, false, true, true);
    }

    function test_GivenTheParentRefusedTheAgent() public onBothRoutes {
        Registration memory r = registration();
        (r.agentWallet, r.parentAgentId) = (makeActor("child").addr, agentId);
        uint256 child = register(stranger, r);
        send(wallet, abi.encodeCall(IRegistry.declineAgent, (child)));
        handOver(child, successor.addr);
        assertRefusals(child, false, true);
        assertConsents(child, false, true, false);
    }

    function test_GivenTheAgentHasChildren() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        checkAccepted(successor);
        assertEq(registry.getAgent(child).haftungsperson, haftungsperson.addr, "a child keeps its own");
        send(successor, abi.encodeCall(IRegistry.declineAgent, (child)));
        assertRefusals(child, false, true);
    }

    function test_WhenTheAgentIsHandedOnAndBack() public onBothRoutes {
        checkAccepted(successor);
        propose(haftungsperson.addr);
        checkAccepted(haftungsperson);
    }

    function testFuzz_WhenAnybodyIsProposed(uint256 seed) public onBothRoutes {
        Actor memory anybody = actorOf(seed);
        vm.assume(anybody.addr != haftungsperson.addr);
        propose(anybody.addr);
        checkAccepted(anybody);
    }

    function propose(address proposal) private {
        send(wallet, abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, proposal)));
    }

    /// @dev With the record as it stands, so that nothing but the sender and the state can be wrong.
    function acceptCall(uint256 id) private view returns (bytes memory) {
        bool exists = id != 0 && id < registry.nextAgentId();
        return callWith(id, exists ? registry.recordHash(id) : bytes32(0));
    }

    function callWith(uint256 id, bytes32 seen) private pure returns (bytes memory) {
        return abi.encodeCall(IRegistry.acceptHaftungsperson, (id, seen));
    }

    /// @dev The new one is on record and has agreed, the proposal and any refusal of the old one are gone,
    /// and nothing else moves.
    function checkAccepted(Actor memory by) private {
        IRegistry.Agent memory expected = registry.getAgent(agentId);
        address old = expected.haftungsperson;
        expected.haftungsperson = by.addr;
        (bool byWallet,, bool byParent) = registry.consents(agentId);
        bytes32 oldHash = registry.recordHash(agentId);
        bytes memory call = acceptCall(agentId);
        address oldWalletProposal = registry.pendingWallet(agentId);
        uint64 time = uint64(block.timestamp);
        vm.recordLogs();
        send(by, call);
        emit IRegistry.HaftungspersonChanged(agentId, by.addr, old, by.addr, time);
        if (oldWalletProposal != address(0)) {
            emit IRegistry.WalletProposed(agentId, by.addr, oldWalletProposal, address(0), time);
        }
        assertEvents();
        assertAgent(registry.getAgent(agentId), expected);
        assertConsents(agentId, byWallet, true, byParent);
        assertRefusals(agentId, false, false);
        assertEq(registry.pendingHaftungsperson(agentId), address(0), "nobody is proposed any more");
        assertEq(registry.pendingWallet(agentId), address(0), "no wallet is proposed any more");
        assertTrue(registry.recordHash(agentId) != oldHash, "another record to agree to");
    }
}
