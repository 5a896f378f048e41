// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {IRegistryRoles} from "../../src/interfaces/IRegistryRoles.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// @title The tests that every function of the regulators shares
abstract contract RegulatorGuard is RegistryTest {
    function guardedCall(uint256 id) internal view virtual returns (bytes memory);

    /// @dev Has `by`, who may, make the call on `agentId` in a state that allows it, and asserts all
    /// that follows.
    function checkEffect(Actor memory by) internal virtual;

    function test_WhenTheCallerIsNoRegulator() public onBothRoutes {
        assertRefused(stranger, guardedCall(agentId), "Only regulator");
        assertRefused(wallet, guardedCall(agentId), "Only regulator");
        assertRefused(creator, guardedCall(agentId), "Only regulator");
        assertRefused(haftungsperson, guardedCall(agentId), "Only regulator");
    }

    function test_WhenTheCallerWasARegulatorOnce() public onBothRoutes {
        send(owner, abi.encodeCall(IRegistryRoles.removeRegulator, (regulator.addr)));
        assertRefused(regulator, guardedCall(agentId), "Only regulator");
    }

    function test_WhenTheCallerIsThePendingOwner() public onBothRoutes {
        send(owner, abi.encodeCall(IRegistryRoles.transferOwnership, (stranger.addr)));
        assertRefused(stranger, guardedCall(agentId), "Only regulator");
    }

    function test_WhenTheCallerIsNoRegulatorAndNoAgentHasTheNumber() public onBothRoutes {
        assertRefused(stranger, guardedCall(agentId + 1), "Only regulator");
    }

    function test_WhenAStrangerAppendsARegulatorsAddressToTheCall() public {
        bytes memory call = bytes.concat(guardedCall(agentId), bytes20(regulator.addr));
        assertRefused(stranger, call, "Only regulator");
    }

    function test_GivenNoAgentHasTheNumber() public onBothRoutes {
        assertRefused(regulator, guardedCall(0), "Agent not found");
        assertRefused(regulator, guardedCall(agentId + 1), "Agent not found");
        assertRefused(owner, guardedCall(type(uint256).max), "Agent not found");
    }

    function test_WhenTheCallerIsARegulator() public onBothRoutes {
        checkEffect(regulator);
    }

    function test_WhenTheCallerIsTheOwner() public onBothRoutes {
        assertFalse(registry.isRegulator(owner.addr), "the owner needs no role");
        checkEffect(owner);
    }

    function testFuzz_WhenTheCallerIsAnybodyElse(uint256 seed, uint256 id, uint8 status) public onBothRoutes {
        Actor memory anybody = actorOf(seed);
        vm.assume(anybody.addr != regulator.addr && anybody.addr != owner.addr);
        giveStatus(agentId, IRegistry.Status(bound(status, 0, 3)));
        assertRefused(anybody, guardedCall(id), "Only regulator");
        assertRefused(anybody, guardedCall(agentId), "Only regulator");
    }

    function testFuzz_GivenAnyNumberWithoutAnAgent(uint256 id) public onBothRoutes {
        vm.assume(id != agentId);
        assertRefused(regulator, guardedCall(id), "Agent not found");
    }
}
