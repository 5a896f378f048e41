// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryAcceptOwnershipTest is RegistryTest {
    function test_GivenNoOffer() public onBothRoutes {
        assertRefused(stranger, acceptCall(), "Only pending owner");
        assertRefused(owner, acceptCall(), "Only pending owner");
    }

    function test_GivenAnOfferAndWhenTheCallerIsSomebodyElse() public onBothRoutes {
        offerTo(stranger);
        assertRefused(owner, acceptCall(), "Only pending owner");
        assertRefused(regulator, acceptCall(), "Only pending owner");
    }

    function test_GivenAnOfferAndWhenAStrangerAppendsThePendingOwnersAddress() public {
        offerTo(regulator);
        assertRefused(stranger, bytes.concat(acceptCall(), bytes20(regulator.addr)), "Only pending owner");
    }

    function test_GivenAnOfferAndWhenTheCallerIsThePendingOwner() public onBothRoutes {
        offerTo(stranger);
        checkAccepted(owner, stranger);
        // The role moved whole: with it comes what a regulator may do, and the old owner has neither.
        send(stranger, abi.encodeCall(IRegistryRoles.setMaxGenerationDepth, (3)));
        send(stranger, abi.encodeCall(IRegistry.suspendAgent, (agentId, "")));
        assertRefused(owner, abi.encodeCall(IRegistryRoles.setMaxGenerationDepth, (4)), "Only owner");
        assertRefused(owner, abi.encodeCall(IRegistry.reactivateAgent, (agentId)), "Only regulator");
    }

    function test_GivenTheOfferWasTakenUp() public onBothRoutes {
        offerTo(stranger);
        checkAccepted(owner, stranger);
        assertRefused(stranger, acceptCall(), "Only pending owner");
    }

    function test_GivenTheOwnerIsThePendingOwner() public onBothRoutes {
        offerTo(owner);
        checkAccepted(owner, owner);
    }

    function test_GivenOwnershipComesBack() public onBothRoutes {
        offerTo(stranger);
        checkAccepted(owner, stranger);
        send(stranger, abi.encodeCall(IRegistryRoles.transferOwnership, (owner.addr)));
        checkAccepted(stranger, owner);
    }

    function testFuzz_WhenAnybodyIsOfferedAndAnybodyAccepts(uint256 offeredSeed, uint256 callerSeed)
        public
        onBothRoutes
    {
        Actor memory offered = actorOf(offeredSeed);
        Actor memory caller = actorOf(callerSeed);
        vm.assume(offered.addr != caller.addr);
        offerTo(offered);
        assertRefused(caller, acceptCall(), "Only pending owner");
        checkAccepted(owner, offered);
    }

    function acceptCall() private pure returns (bytes memory) {
        return abi.encodeCall(IRegistryRoles.acceptOwnership, ());
    }

    function offerTo(Actor memory newOwner) private {
        send(owner, abi.encodeCall(IRegistryRoles.transferOwnership, (newOwner.addr)));
    }

    function checkAccepted(Actor memory oldOwner, Actor memory newOwner) private {
        vm.recordLogs();
        send(newOwner, acceptCall());
        emit IRegistryRoles.OwnershipTransferred(oldOwner.addr, newOwner.addr);
        assertEvents();
        assertEq(registry.owner(), newOwner.addr, "owner");
        assertEq(registry.pendingOwner(), address(0), "pendingOwner");
    }
}
