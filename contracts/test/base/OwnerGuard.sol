// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistryRoles} from "../../src/interfaces/IRegistryRoles.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// @title The tests that every function of the owner shares
abstract contract OwnerGuard is RegistryTest {
    function guardedCall() internal view virtual returns (bytes memory);

    function test_WhenTheCallerIsNotTheOwner() public onBothRoutes {
        assertRefused(stranger, guardedCall(), "Only owner");
        assertRefused(wallet, guardedCall(), "Only owner");
    }

    function test_WhenTheCallerIsARegulator() public onBothRoutes {
        assertRefused(regulator, guardedCall(), "Only owner");
    }

    function test_WhenTheCallerIsThePendingOwner() public onBothRoutes {
        send(owner, abi.encodeCall(IRegistryRoles.transferOwnership, (stranger.addr)));
        assertRefused(stranger, guardedCall(), "Only owner");
    }

    function test_WhenTheCallerWasTheOwnerOnce() public onBothRoutes {
        send(owner, abi.encodeCall(IRegistryRoles.transferOwnership, (stranger.addr)));
        send(stranger, abi.encodeCall(IRegistryRoles.acceptOwnership, ()));
        assertRefused(owner, guardedCall(), "Only owner");
    }

    function test_WhenAStrangerAppendsTheOwnersAddressToTheCall() public {
        assertRefused(stranger, bytes.concat(guardedCall(), bytes20(owner.addr)), "Only owner");
    }

    function testFuzz_WhenTheCallerIsAnybodyElse(uint256 seed) public onBothRoutes {
        Actor memory anybody = actorOf(seed);
        vm.assume(anybody.addr != owner.addr);
        assertRefused(anybody, guardedCall(), "Only owner");
    }
}
