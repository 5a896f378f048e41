// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {OwnerGuard} from "./base/OwnerGuard.sol";

contract RegistryRemoveRegulatorTest is OwnerGuard {
    function guardedCall() internal view override returns (bytes memory) {
        return abi.encodeCall(IRegistryRoles.removeRegulator, (regulator.addr));
    }

    function test_GivenTheAddressIsARegulator() public onBothRoutes {
        checkRemoved(regulator.addr);
        assertRefused(regulator, abi.encodeCall(IRegistry.suspendAgent, (agentId, "")), "Only regulator");
    }

    function test_GivenTheAddressIsNoRegulator() public onBothRoutes {
        assertNoEffect(owner, abi.encodeCall(IRegistryRoles.removeRegulator, (stranger.addr)));
    }

    function test_GivenTheOwnerHoldsTheRoleToo() public onBothRoutes {
        send(owner, abi.encodeCall(IRegistryRoles.addRegulator, (owner.addr)));
        checkRemoved(owner.addr);
        send(owner, abi.encodeCall(IRegistry.suspendAgent, (agentId, "")));
    }

    function testFuzz_WhenAnyAddressIsGiven(address account) public onBothRoutes {
        if (!registry.isRegulator(account)) {
            assertNoEffect(owner, abi.encodeCall(IRegistryRoles.removeRegulator, (account)));
            send(owner, abi.encodeCall(IRegistryRoles.addRegulator, (account)));
        }
        checkRemoved(account);
    }

    function checkRemoved(address account) private {
        assertTrue(registry.isRegulator(account));
        vm.recordLogs();
        send(owner, abi.encodeCall(IRegistryRoles.removeRegulator, (account)));
        emit IRegistryRoles.RegulatorRemoved(account, owner.addr);
        assertEvents();
        assertFalse(registry.isRegulator(account));
    }
}
