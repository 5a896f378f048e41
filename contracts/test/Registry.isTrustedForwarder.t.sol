// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC2771Context} from "@openzeppelin/contracts/metatx/ERC2771Context.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryIsTrustedForwarderTest is RegistryTest {
    function testFuzz_WhenAnyAddressIsGiven(address account) public view {
        ERC2771Context context = ERC2771Context(address(registry));
        assertTrue(context.isTrustedForwarder(address(forwarder)));
        assertEq(context.isTrustedForwarder(account), account == address(forwarder));
    }
}
