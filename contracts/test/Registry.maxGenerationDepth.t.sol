// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryMaxGenerationDepthTest is RegistryTest {
    function test_GivenItWasNeverSet() public view {
        assertEq(registry.maxGenerationDepth(), 10);
    }

    function testFuzz_GivenItWasSet(uint256 depth) public {
        vm.prank(owner.addr);
        registry.setMaxGenerationDepth(depth);
        assertEq(registry.maxGenerationDepth(), depth);
    }
}
