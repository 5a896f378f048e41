// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistryCertificates} from "../src/interfaces/IRegistryCertificates.sol";
import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {OwnerGuard} from "./base/OwnerGuard.sol";

contract RegistryAddNotaryTest is OwnerGuard {
    Actor private notary;

    function setUp() public override {
        super.setUp();
        notary = makeActor("notary");
        vm.prank(owner.addr);
        registry.addNotary(notary.addr);
    }

    function guardedCall() internal view override returns (bytes memory) {
        return abi.encodeCall(IRegistryRoles.addNotary, (stranger.addr));
    }

    function test_WhenTheCallerIsANotary() public onBothRoutes {
        assertRefused(notary, guardedCall(), "Only owner");
    }

    function test_GivenTheAddressIsNoNotary() public onBothRoutes {
        checkAdded(stranger.addr);
        uint64 until = uint64(block.timestamp) + 1;
        send(stranger, abi.encodeCall(IRegistryCertificates.certifyPerson, (haftungsperson.addr, 1, 1, until, 0)));
    }

    function test_GivenTheAddressIsANotary() public onBothRoutes {
        assertNoEffect(owner, abi.encodeCall(IRegistryRoles.addNotary, (notary.addr)));
    }

    function test_GivenTheAddressWasANotaryOnce() public onBothRoutes {
        send(owner, abi.encodeCall(IRegistryRoles.removeNotary, (notary.addr)));
        checkAdded(notary.addr);
    }

    function test_WhenTheAddressIsTheOwner() public onBothRoutes {
        checkAdded(owner.addr);
    }

    function test_WhenTheAddressIsARegulator() public onBothRoutes {
        checkAdded(regulator.addr);
        assertTrue(registry.isRegulator(regulator.addr), "still a regulator");
    }

    function testFuzz_WhenAnyAddressIsGiven(address account) public onBothRoutes {
        vm.assume(account != notary.addr);
        checkAdded(account);
        assertNoEffect(owner, abi.encodeCall(IRegistryRoles.addNotary, (account)));
    }

    function checkAdded(address account) private {
        assertFalse(registry.isNotary(account));
        bool isRegulator = registry.isRegulator(account);
        vm.recordLogs();
        send(owner, abi.encodeCall(IRegistryRoles.addNotary, (account)));
        emit IRegistryRoles.NotaryAdded(account, owner.addr, uint64(block.timestamp));
        assertEvents();
        assertTrue(registry.isNotary(account));
        assertEq(registry.isRegulator(account), isRegulator, "no other role");
    }
}
