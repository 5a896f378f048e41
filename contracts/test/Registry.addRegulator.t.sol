// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {OwnerGuard} from "./base/OwnerGuard.sol";

contract RegistryAddRegulatorTest is OwnerGuard {
    function guardedCall() internal view override returns (bytes memory) {
        return abi.encodeCall(IRegistryRoles.addRegulator, (stranger.addr));
    }

    function test_GivenTheAddressIsNoRegulator() public onBothRoutes {
        checkAdded(stranger.addr);
        send(stranger, abi.encodeCall(IRegistry.suspendAgent, (agentId, "")));
        assertStatus(registry.getAgent(agentId).status, IRegistry.Status.Suspended);
    }

    function test_GivenTheAddressIsARegulator() public onBothRoutes {
        assertNoEffect(owner, abi.encodeCall(IRegistryRoles.addRegulator, (regulator.addr)));
    }

    function test_GivenTheAddressWasARegulatorOnce() public onBothRoutes {
        send(owner, abi.encodeCall(IRegistryRoles.removeRegulator, (regulator.addr)));
        checkAdded(regulator.addr);
    }

    function test_WhenTheAddressIsTheOwner() public onBothRoutes {
        checkAdded(owner.addr);
    }

    function testFuzz_WhenAnyAddressIsGiven(address account) public onBothRoutes {
        vm.assume(account != regulator.addr);
        checkAdded(account);
        assertNoEffect(owner, abi.encodeCall(IRegistryRoles.addRegulator, (account)));
    }

    function checkAdded(address account) private {
        assertFalse(registry.isRegulator(account));
        vm.recordLogs();
        send(owner, abi.encodeCall(IRegistryRoles.addRegulator, (account)));
        emit IRegistryRoles.RegulatorAdded(account, owner.addr);
        assertEvents();
        assertTrue(registry.isRegulator(account));
    }
}
