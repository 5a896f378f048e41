// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// @title The tests that every function guarded as agent-or-creator shares, if it needs an agent that has not ended
abstract contract AgentOrCreatorGuard is RegistryTest {
    /// @dev A call that succeeds for a party of an active agent.
    function guardedCall(uint256 id) internal view virtual returns (bytes memory);

    /// @dev Has `by`, a party of the active agent `agentId`, make the call, and asserts all that follows.
    function checkEffect(Actor memory by) internal virtual;

    function test_GivenNoAgentHasTheNumber() public onBothRoutes {
        assertRefused(wallet, guardedCall(0), "Agent not found");
        assertRefused(wallet, guardedCall(agentId + 1), "Agent not found");
        assertRefused(wallet, guardedCall(type(uint256).max), "Agent not found");
    }

    function test_WhenTheCallerIsNoParty() public onBothRoutes {
        assertRefused(stranger, guardedCall(agentId), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsTheOwnerOrARegulator() public onBothRoutes {
        assertRefused(owner, guardedCall(agentId), "Not authorized for this agent");
        assertRefused(regulator, guardedCall(agentId), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsAPartyOfTheParentOnly() public onBothRoutes {
        Registration memory r = registration();
        r.haftungsperson = makeActor("other haftungsperson").addr;
        r.agentWallet = makeActor("child").addr;
        r.parentAgentId = agentId;
        uint256 child = register(stranger, r);
        assertRefused(wallet, guardedCall(child), "Not authorized for this agent");
        assertRefused(creator, guardedCall(child), "Not authorized for this agent");
        assertRefused(haftungsperson, guardedCall(child), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsOnlyProposedAsHaftungsperson() public onBothRoutes {
        send(creator, abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, stranger.addr)));
        assertRefused(stranger, guardedCall(agentId), "Not authorized for this agent");
    }

    function test_WhenAStrangerAppendsTheWalletsAddressToTheCall() public {
        bytes memory call = bytes.concat(guardedCall(agentId), bytes20(wallet.addr));
        assertRefused(stranger, call, "Not authorized for this agent");
    }

    function test_GivenTheAgentIsRevoked() public onBothRoutes {
        checkRefusedAs(IRegistry.Status.Revoked);
    }

    function test_GivenTheAgentIsTerminated() public onBothRoutes {
        checkRefusedAs(IRegistry.Status.Terminated);
    }

    function test_GivenTheWalletWasReleased() public onBothRoutes {
        releaseByWallet(agentId);
        assertRefused(wallet, guardedCall(agentId), "Not authorized for this agent");
        assertRefused(creator, guardedCall(agentId), "Agent not active");
        assertRefused(haftungsperson, guardedCall(agentId), "Agent not active");
    }

    function test_GivenTheHaftungspersonWasReplaced() public onBothRoutes {
        handOver(agentId, stranger.addr);
        assertRefused(haftungsperson, guardedCall(agentId), "Not authorized for this agent");
        checkEffect(stranger);
    }

    function test_GivenTheWalletWasReplaced() public onBothRoutes {
        replaceWallet(agentId, stranger.addr);
        assertRefused(wallet, guardedCall(agentId), "Not authorized for this agent");
        checkEffect(stranger);
    }

    function test_GivenAReplacedWalletThatIsTheCreatorToo() public onBothRoutes {
        Registration memory r = registration();
        r.agentWallet = stranger.addr;
        uint256 own = register(stranger, r);
        replaceWallet(own, makeActor("new wallet").addr);
        assertRefused(stranger, guardedCall(own), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsOnlyProposedAsWallet() public onBothRoutes {
        offerWallet(agentId, stranger.addr);
        assertRefused(stranger, guardedCall(agentId), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsTheWallet() public onBothRoutes {
        checkEffect(wallet);
    }

    function test_WhenTheCallerIsTheCreator() public onBothRoutes {
        checkEffect(creator);
    }

    function test_WhenTheCallerIsTheHaftungsperson() public onBothRoutes {
        checkEffect(haftungsperson);
    }

    function testFuzz_WhenTheCallerIsAnybodyElse(uint256 seed, uint8 status) public onBothRoutes {
        Actor memory anybody = actorOf(seed);
        vm.assume(anybody.addr != wallet.addr && anybody.addr != creator.addr);
        vm.assume(anybody.addr != haftungsperson.addr);
        giveStatus(agentId, IRegistry.Status(bound(status, 0, 3)));
        assertRefused(anybody, guardedCall(agentId), "Not authorized for this agent");
    }

    function testFuzz_GivenAnyNumberWithoutAnAgent(uint256 seed, uint256 id) public onBothRoutes {
        vm.assume(id != agentId);
        assertRefused(actorOf(seed), guardedCall(id), "Agent not found");
    }

    /// @dev Authorisation comes before state: a stranger does not learn of it.
    function checkRefusedAs(IRegistry.Status status) internal {
        giveStatus(agentId, status);
        assertRefused(stranger, guardedCall(agentId), "Not authorized for this agent");
        assertRefused(wallet, guardedCall(agentId), "Agent not active");
        assertRefused(creator, guardedCall(agentId), "Agent not active");
        assertRefused(haftungsperson, guardedCall(agentId), "Agent not active");
    }
}
