// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {OwnerGuard} from "./base/OwnerGuard.sol";

contract RegistryTransferOwnershipTest is OwnerGuard {
    function guardedCall() internal view override returns (bytes memory) {
        return transferCall(stranger.addr);
    }

    function test_GivenNoOffer() public onBothRoutes {
        checkOffered(stranger.addr);
        // Nothing has moved yet: the owner still acts as one.
        send(owner, abi.encodeCall(IRegistryRoles.setMaxGenerationDepth, (3)));
    }

    function test_GivenNoOfferAndWhenTheNewOwnerIsZero() public onBothRoutes {
        assertNoEffect(owner, transferCall(address(0)));
    }

    function test_GivenTheSameOffer() public onBothRoutes {
        checkOffered(stranger.addr);
        assertNoEffect(owner, transferCall(stranger.addr));
    }

    function test_GivenAnotherOffer() public onBothRoutes {
        checkOffered(stranger.addr);
        checkOffered(regulator.addr);
        assertRefused(stranger, abi.encodeCall(IRegistryRoles.acceptOwnership, ()), "Only pending owner");
        send(regulator, abi.encodeCall(IRegistryRoles.acceptOwnership, ()));
        assertEq(registry.owner(), regulator.addr);
    }

    function test_GivenAnOfferAndWhenTheNewOwnerIsZero() public onBothRoutes {
        checkOffered(stranger.addr);
        checkOffered(address(0));
        assertRefused(stranger, abi.encodeCall(IRegistryRoles.acceptOwnership, ()), "Only pending owner");
    }

    function testFuzz_WhenAnyAddressIsOffered(address first, address second) public onBothRoutes {
        vm.assume(first != address(0) && second != first);
        checkOffered(first);
        checkOffered(second);
    }

    function transferCall(address newOwner) private pure returns (bytes memory) {
        return abi.encodeCall(IRegistryRoles.transferOwnership, (newOwner));
    }

    function checkOffered(address newOwner) private {
        vm.recordLogs();
        send(owner, transferCall(newOwner));
        emit IRegistryRoles.OwnershipTransferStarted(owner.addr, newOwner);
        assertEvents();
        assertEq(registry.pendingOwner(), newOwner, "pendingOwner");
        assertEq(registry.owner(), owner.addr, "owner");
    }
}
