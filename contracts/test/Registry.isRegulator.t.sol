// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryIsRegulatorTest is RegistryTest {
    function test_GivenARegulator() public view {
        assertTrue(registry.isRegulator(regulator.addr));
    }

    function test_GivenTheOwnerWithoutTheRole() public view {
        assertFalse(registry.isRegulator(owner.addr));
    }

    function testFuzz_GivenAnybodyElse(address account) public view {
        vm.assume(account != regulator.addr);
        assertFalse(registry.isRegulator(account));
    }
}
