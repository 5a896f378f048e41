// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryTotalAgentsTest is RegistryTest {
    function test_GivenAFreshRegister() public {
        registry = IRegistry(deployArtifact("Registry.sol:Registry", abi.encode(address(forwarder))));
        assertEq(registry.totalAgents(), 0);
    }

    function test_GivenAgents() public {
        assertEq(registry.totalAgents(), 1);
        registerChild(agentId, "child");
        assertEq(registry.totalAgents(), 2);
    }

    function test_GivenARefusedRegistration() public {
        assertRefused(stranger, registerCall(registration()), "Wallet already registered to another agent");
        assertEq(registry.totalAgents(), 1);
    }

    function test_GivenTerminatedAgents() public {
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertEq(registry.totalAgents(), 1);
    }
}
