// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryOwnerTest is RegistryTest {
    function test_GivenNoTransfer() public view {
        assertEq(registry.owner(), owner.addr);
    }

    function test_GivenAnOfferNotYetAccepted() public {
        vm.prank(owner.addr);
        registry.transferOwnership(stranger.addr);
        assertEq(registry.owner(), owner.addr);
    }

    function test_GivenAnOfferAccepted() public {
        vm.prank(owner.addr);
        registry.transferOwnership(stranger.addr);
        vm.prank(stranger.addr);
        registry.acceptOwnership();
        assertEq(registry.owner(), stranger.addr);
    }
}
