// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryConstructorTest is RegistryTest {
    function test_WhenDeployed() public {
        vm.recordLogs();
        vm.startPrank(stranger.addr);
        registry = IRegistry(deployArtifact("Registry.sol:Registry", abi.encode(address(forwarder))));
        vm.stopPrank();
        emit IRegistryRoles.OwnershipTransferred(address(0), stranger.addr);
        emit IRegistryRoles.MaxGenerationDepthChanged(0, 10, stranger.addr);
        assertEvents();

        assertEq(registry.owner(), stranger.addr);
        assertEq(registry.pendingOwner(), address(0));
        assertEq(registry.maxGenerationDepth(), 10);
        assertEq(registry.nextAgentId(), 1);
        assertEq(registry.totalAgents(), 0);
        assertFalse(registry.isRegulator(stranger.addr));
        assertFalse(registry.isNotary(stranger.addr));
    }
}
