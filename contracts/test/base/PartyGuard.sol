// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {EntryBase} from "./EntryBase.sol";

/// @title The tests that every function for those whom a record names shares
abstract contract PartyGuard is EntryBase {
    function guardedCall(uint256 id) internal view virtual returns (bytes memory);

    function test_GivenNoAgentHasTheNumber() public onBothRoutes {
        assertRefused(wallet, guardedCall(0), "Agent not found");
        assertRefused(wallet, guardedCall(child + 1), "Agent not found");
        assertRefused(wallet, guardedCall(type(uint256).max), "Agent not found");
    }

    function test_WhenTheCallerIsNoPartyAtAll() public onBothRoutes {
        assertRefused(stranger, guardedCall(agentId), "Not authorized for this agent");
        assertRefused(owner, guardedCall(agentId), "Not authorized for this agent");
        assertRefused(regulator, guardedCall(agentId), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsTheCreatorAlone() public onBothRoutes {
        assertRefused(creator, guardedCall(agentId), "Not authorized for this agent");
        assertRefused(stranger, guardedCall(child), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsAPartyOfAChildOnly() public onBothRoutes {
        assertRefused(childWallet, guardedCall(agentId), "Not authorized for this agent");
        assertRefused(childHaftungsperson, guardedCall(agentId), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsAPartyOfTheGrandparentOnly() public onBothRoutes {
        Registration memory r = registration();
        (r.agentWallet, r.haftungsperson) = (makeActor("grandchild").addr, makeActor("grandchild's").addr);
        r.parentAgentId = child;
        uint256 grandchild = register(stranger, r);
        assertRefused(wallet, guardedCall(grandchild), "Not authorized for this agent");
        assertRefused(haftungsperson, guardedCall(grandchild), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsOnlyProposedAsHaftungsperson() public onBothRoutes {
        Actor memory proposed = makeActor("proposed");
        vm.prank(childWallet.addr);
        registry.proposeHaftungsperson(child, proposed.addr);
        assertRefused(proposed, guardedCall(child), "Not authorized for this agent");
    }

    function test_WhenTheCallerWasTheHaftungspersonOnce() public onBothRoutes {
        handOver(child, makeActor("successor").addr);
        assertRefused(childHaftungsperson, guardedCall(child), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsTheReleasedWalletOfTheParent() public onBothRoutes {
        releaseByWallet(agentId);
        assertRefused(wallet, guardedCall(child), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsTheReplacedWalletOfTheParent() public onBothRoutes {
        replaceWallet(agentId, makeActor("new wallet of the parent").addr);
        assertRefused(wallet, guardedCall(child), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsOnlyTheAttester() public onBothRoutes {
        vm.prank(childWallet.addr);
        registry.setAttester(child, regulator.addr);
        assertRefused(regulator, guardedCall(child), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsOnlyProposedAsWallet() public onBothRoutes {
        offerWallet(child, regulator.addr);
        assertRefused(regulator, guardedCall(child), "Not authorized for this agent");
    }

    function test_WhenAStrangerAppendsTheWalletsAddressToTheCall() public {
        bytes memory call = bytes.concat(guardedCall(agentId), bytes20(wallet.addr));
        assertRefused(stranger, call, "Not authorized for this agent");
    }

    function testFuzz_WhenTheCallerIsAnybodyElse(uint256 seed) public onBothRoutes {
        Actor memory by = actorOf(seed);
        vm.assume(by.addr != wallet.addr && by.addr != creator.addr && by.addr != haftungsperson.addr);
        vm.assume(by.addr != childWallet.addr && by.addr != childHaftungsperson.addr);
        assertRefused(by, guardedCall(agentId), "Not authorized for this agent");
        assertRefused(by, guardedCall(child), "Not authorized for this agent");
    }

    function testFuzz_GivenAnyNumberWithoutAnAgent(uint256 seed, uint256 id) public onBothRoutes {
        vm.assume(id != agentId && id != child);
        assertRefused(actorOf(seed), guardedCall(id), "Agent not found");
    }
}
