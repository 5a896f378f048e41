// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {RegistryTest} from "./RegistryTest.sol";

/// @title The tests that every view of one agent shares
abstract contract AgentViewGuard is RegistryTest {
    function viewCall(uint256 id) internal view virtual returns (bytes memory);

    function test_GivenNoAgentHasTheNumber() public {
        assertRefused(stranger, viewCall(0), "Agent not found");
        assertRefused(stranger, viewCall(agentId + 1), "Agent not found");
        assertRefused(stranger, viewCall(type(uint256).max), "Agent not found");
    }

    function testFuzz_GivenAnyNumberWithoutAnAgent(uint256 id) public {
        vm.assume(id != agentId);
        assertRefused(stranger, viewCall(id), "Agent not found");
    }
}
