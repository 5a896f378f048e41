// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryWalletToAgentTest is RegistryTest {
    function test_GivenTheWalletHasNoAgent() public view {
        assertEq(registry.walletToAgent(stranger.addr), 0);
        assertEq(registry.walletToAgent(address(0)), 0);
    }

    function test_GivenWalletsWithAgents() public {
        uint256 child = registerChild(agentId, "child");
        assertEq(registry.walletToAgent(wallet.addr), agentId);
        assertEq(registry.walletToAgent(makeActor("child").addr), child);
    }

    function testFuzz_GivenAnyOtherAddress(address account) public view {
        vm.assume(account != wallet.addr);
        assertEq(registry.walletToAgent(account), 0);
    }

    function testFuzz_GivenAnyState(uint8 status) public {
        giveStatus(agentId, IRegistry.Status(status % 4));
        assertEq(registry.walletToAgent(wallet.addr), agentId, "no state frees it");
    }

    function test_GivenTheWalletWasReplaced() public {
        replaceWallet(agentId, stranger.addr);
        assertEq(registry.walletToAgent(wallet.addr), 0);
        assertEq(registry.walletToAgent(stranger.addr), agentId);
    }

    function test_GivenTheWalletWasReleased() public {
        releaseByWallet(agentId);
        assertEq(registry.walletToAgent(wallet.addr), 0);
        uint256 anew = register(wallet, registration());
        assertEq(registry.walletToAgent(wallet.addr), anew);
    }
}
