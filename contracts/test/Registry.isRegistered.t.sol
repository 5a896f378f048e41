// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryIsRegisteredTest is RegistryTest {
    function test_GivenTheWalletHasNoAgent() public view {
        assertFalse(registry.isRegistered(stranger.addr));
        assertFalse(registry.isRegistered(creator.addr));
        assertFalse(registry.isRegistered(address(0)));
    }

    function test_GivenTheWalletHasAnAgent() public view {
        assertTrue(registry.isRegistered(wallet.addr));
    }

    function testFuzz_GivenAnyStateAndAge(uint8 status, uint32 elapsed) public {
        giveStatus(agentId, IRegistry.Status(status % 4));
        vm.warp(block.timestamp + elapsed);
        assertTrue(registry.isRegistered(wallet.addr));
    }

    function test_GivenTheWalletWasReplaced() public {
        replaceWallet(agentId, stranger.addr);
        assertFalse(registry.isRegistered(wallet.addr));
        assertTrue(registry.isRegistered(stranger.addr));
    }

    function test_GivenTheWalletWasReleased() public {
        releaseByWallet(agentId);
        assertFalse(registry.isRegistered(wallet.addr));
        register(wallet, registration());
        assertTrue(registry.isRegistered(wallet.addr));
    }
}
