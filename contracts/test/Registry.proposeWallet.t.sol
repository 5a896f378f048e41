// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryProposeWalletTest is RegistryTest {
    string private constant ONLY_HAFTUNGSPERSON = "Only Haftungsperson";
    string private constant TAKEN = "Wallet already registered to another agent";
    address private constant NEW_WALLET = address(0xbee);

    function setUp() public override {
        super.setUp();
        vm.prank(haftungsperson.addr);
        registry.confirmAgent(agentId);
    }

    // --------------------------------------------------------------- refusals

    function test_GivenNoAgentHasTheNumber() public onBothRoutes {
        assertRefused(haftungsperson, callWith(0, NEW_WALLET), "Agent not found");
        assertRefused(haftungsperson, callWith(agentId + 1, NEW_WALLET), "Agent not found");
        assertRefused(haftungsperson, callWith(type(uint256).max, NEW_WALLET), "Agent not found");
    }

    function testFuzz_GivenAnyNumberWithoutAnAgent(uint256 seed, uint256 id) public onBothRoutes {
        vm.assume(id != agentId);
        assertRefused(actorOf(seed), callWith(id, NEW_WALLET), "Agent not found");
    }

    function test_WhenTheCallerIsNotTheHaftungsperson() public onBothRoutes {
        assertRefused(wallet, callWith(agentId, NEW_WALLET), ONLY_HAFTUNGSPERSON);
        assertRefused(creator, callWith(agentId, NEW_WALLET), ONLY_HAFTUNGSPERSON);
        assertRefused(stranger, callWith(agentId, NEW_WALLET), ONLY_HAFTUNGSPERSON);
        assertRefused(regulator, callWith(agentId, NEW_WALLET), ONLY_HAFTUNGSPERSON);
        assertRefused(owner, callWith(agentId, NEW_WALLET), ONLY_HAFTUNGSPERSON);
    }

    function testFuzz_WhenTheCallerIsAnybodyElse(uint256 seed, uint8 status, address proposal) public onBothRoutes {
        Actor memory anybody = actorOf(seed);
        vm.assume(anybody.addr != haftungsperson.addr);
        giveStatus(agentId, IRegistry.Status(status % 4));
        assertRefused(anybody, callWith(agentId, proposal), ONLY_HAFTUNGSPERSON);
    }

    function test_WhenTheCallerIsTheParentsHaftungspersonOnly() public onBothRoutes {
        Registration memory r = registration();
        (r.agentWallet, r.haftungsperson, r.parentAgentId) = (makeActor("child").addr, stranger.addr, agentId);
        uint256 child = register(stranger, r);
        assertRefused(haftungsperson, callWith(child, NEW_WALLET), ONLY_HAFTUNGSPERSON);
    }

    function test_WhenTheCallerIsOnlyProposedAsHaftungsperson() public onBothRoutes {
        send(creator, abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, stranger.addr)));
        assertRefused(stranger, callWith(agentId, NEW_WALLET), ONLY_HAFTUNGSPERSON);
    }

    function test_WhenAStrangerAppendsTheHaftungspersonsAddressToTheCall() public {
        bytes memory call = bytes.concat(callWith(agentId, NEW_WALLET), bytes20(haftungsperson.addr));
        assertRefused(stranger, call, ONLY_HAFTUNGSPERSON);
    }

    function test_GivenTheHaftungspersonWasReplaced() public onBothRoutes {
        handOver(agentId, stranger.addr);
        assertRefused(haftungsperson, callWith(agentId, NEW_WALLET), ONLY_HAFTUNGSPERSON);
        checkProposed(stranger, NEW_WALLET);
    }

    function test_GivenTheHaftungspersonHasNotAgreed() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        assertRefused(haftungsperson, callWith(child, NEW_WALLET), "Haftungsperson has not agreed");
        assertRefused(haftungsperson, callWith(child, address(0)), "Haftungsperson has not agreed");
    }

    function test_GivenTheHaftungspersonRefused() public onBothRoutes {
        send(haftungsperson, abi.encodeCall(IRegistry.declineAgent, (agentId)));
        assertRefused(haftungsperson, callWith(agentId, NEW_WALLET), "Haftungsperson has not agreed");
        send(haftungsperson, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        checkProposed(haftungsperson, NEW_WALLET);
    }

    function test_GivenTheAgentIsRevoked() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertRefused(haftungsperson, callWith(agentId, NEW_WALLET), "Agent not active");
        assertRefused(haftungsperson, callWith(agentId, address(0)), "Agent not active");
    }

    function test_GivenTheAgentIsTerminated() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertRefused(haftungsperson, callWith(agentId, NEW_WALLET), "Agent not active");
    }

    function test_GivenTheWalletWasReleased() public onBothRoutes {
        releaseByWallet(agentId);
        assertRefused(haftungsperson, callWith(agentId, NEW_WALLET), "Agent not active");
    }

    function test_WhenThePresentWalletIsProposed() public onBothRoutes {
        assertRefused(haftungsperson, callWith(agentId, wallet.addr), "Already the agent wallet");
    }

    function test_WhenAnotherAgentsWalletIsProposed() public onBothRoutes {
        registerChild(agentId, "child");
        assertRefused(haftungsperson, callWith(agentId, makeActor("child").addr), TAKEN);
    }

    function test_WhenAReservedWalletIsProposed() public onBothRoutes {
        releaseByWallet(registerChild(agentId, "child"));
        assertRefused(haftungsperson, callWith(agentId, makeActor("child").addr), TAKEN);
    }

    function test_WhenARetiredWalletIsProposed() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        replaceWallet(child, stranger.addr);
        assertRefused(haftungsperson, callWith(agentId, makeActor("child").addr), TAKEN);
        assertRefused(haftungsperson, callWith(child, makeActor("child").addr), TAKEN);
    }

    function test_WhenSeveralGuardsFail() public onBothRoutes {
        uint256 start = vm.snapshotState();
        send(haftungsperson, abi.encodeCall(IRegistry.declineAgent, (agentId)));
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertRefused(stranger, callWith(agentId + 1, wallet.addr), "Agent not found");
        assertRefused(stranger, callWith(agentId, wallet.addr), ONLY_HAFTUNGSPERSON);
        assertRefused(haftungsperson, callWith(agentId, wallet.addr), "Haftungsperson has not agreed");
        vm.revertToState(start);
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertRefused(haftungsperson, callWith(agentId, wallet.addr), "Agent not active");
    }

    // ---------------------------------------------------------------- effects

    function test_GivenTheAgentIsActive() public onBothRoutes {
        checkProposed(haftungsperson, NEW_WALLET);
    }

    function test_GivenTheAgentIsSuspended() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Suspended);
        checkProposed(haftungsperson, NEW_WALLET);
    }

    function test_WhenAnotherIsProposed() public onBothRoutes {
        checkProposed(haftungsperson, NEW_WALLET);
        checkProposed(haftungsperson, stranger.addr);
    }

    function test_WhenTheSameOneIsProposedAgain() public onBothRoutes {
        checkProposed(haftungsperson, NEW_WALLET);
        assertNoEffect(haftungsperson, callWith(agentId, NEW_WALLET));
    }

    function test_WhenTheProposalIsTakenBack() public onBothRoutes {
        checkProposed(haftungsperson, NEW_WALLET);
        checkProposed(haftungsperson, address(0));
    }

    function test_WhenThereIsNoProposalToTakeBack() public onBothRoutes {
        assertNoEffect(haftungsperson, callWith(agentId, address(0)));
    }

    function test_WhenAPartyIsProposed() public onBothRoutes {
        checkProposed(haftungsperson, haftungsperson.addr);
        checkProposed(haftungsperson, creator.addr);
    }

    function test_WhenAWalletIsProposedForTwoAgents() public onBothRoutes {
        checkProposed(haftungsperson, NEW_WALLET);
        uint256 child = registerChild(agentId, "child");
        offerWallet(child, NEW_WALLET);
        assertEq(registry.pendingWallet(agentId), NEW_WALLET, "noted for both");
        assertEq(registry.pendingWallet(child), NEW_WALLET, "noted for both");
    }

    function testFuzz_WhenAnyWalletIsProposed(address[4] calldata proposals) public onBothRoutes {
        for (uint256 i = 0; i < proposals.length; ++i) {
            address proposal = proposals[i];
            if (proposal == wallet.addr) {
                assertRefused(haftungsperson, callWith(agentId, proposal), "Already the agent wallet");
            } else if (proposal == registry.pendingWallet(agentId)) {
                assertNoEffect(haftungsperson, callWith(agentId, proposal));
            } else {
                checkProposed(haftungsperson, proposal);
            }
        }
    }

    function callWith(uint256 id, address proposal) private pure returns (bytes memory) {
        return abi.encodeCall(IRegistry.proposeWallet, (id, proposal));
    }

    /// @dev Of the record, its wallet's binding and the words of its parties nothing moves.
    function checkProposed(Actor memory by, address proposal) private {
        IRegistry.Agent memory expected = registry.getAgent(agentId);
        (bool byWallet, bool byHaftungsperson, bool byParent) = registry.consents(agentId);
        address oldProposal = registry.pendingWallet(agentId);
        vm.recordLogs();
        send(by, callWith(agentId, proposal));
        emit IRegistry.WalletProposed(agentId, by.addr, oldProposal, proposal, uint64(block.timestamp));
        assertEvents();
        assertEq(registry.pendingWallet(agentId), proposal, "the proposal");
        assertAgent(registry.getAgent(agentId), expected);
        assertConsents(agentId, byWallet, byHaftungsperson, byParent);
        assertEq(registry.walletToAgent(wallet.addr), agentId, "the wallet stays");
        assertEq(registry.walletToAgent(proposal), 0, "a proposal binds nothing");
    }
}
