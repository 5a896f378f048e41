// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryPendingOwnerTest is RegistryTest {
    function test_GivenNoOffer() public view {
        assertEq(registry.pendingOwner(), address(0));
    }

    function test_GivenAnOffer() public {
        vm.prank(owner.addr);
        registry.transferOwnership(stranger.addr);
        assertEq(registry.pendingOwner(), stranger.addr);
    }

    function test_GivenTheOfferWasAccepted() public {
        vm.prank(owner.addr);
        registry.transferOwnership(stranger.addr);
        vm.prank(stranger.addr);
        registry.acceptOwnership();
        assertEq(registry.pendingOwner(), address(0));
    }
}
