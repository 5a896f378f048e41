// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryNextAgentIdTest is RegistryTest {
    function test_GivenAFreshRegister() public {
        registry = IRegistry(deployArtifact("Registry.sol:Registry", abi.encode(address(forwarder))));
        assertEq(registry.nextAgentId(), 1);
    }

    function test_GivenAgents() public {
        assertEq(registry.nextAgentId(), 2);
        registerChild(agentId, "child");
        assertEq(registry.nextAgentId(), 3);
    }

    function test_GivenARefusedRegistration() public {
        assertRefused(stranger, registerCall(registration()), "Wallet already registered to another agent");
        assertEq(registry.nextAgentId(), 2);
    }

    function test_GivenTerminatedAgents() public {
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertEq(registry.nextAgentId(), 2);
    }
}
