// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentViewGuard} from "./base/AgentViewGuard.sol";

contract RegistryIsWalletReleasedTest is AgentViewGuard {
    function viewCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.isWalletReleased, (id));
    }

    function test_GivenTheWalletIsBound() public view {
        assertFalse(registry.isWalletReleased(agentId));
    }

    function test_GivenTheWalletReleasedItself() public {
        releaseByWallet(agentId);
        assertTrue(registry.isWalletReleased(agentId));
    }

    function test_GivenARegulatorReleasedTheWallet() public {
        send(regulator, abi.encodeCall(IRegistry.releaseWallet, (agentId)));
        assertTrue(registry.isWalletReleased(agentId));
    }

    function test_GivenTheWalletWasRegisteredAnew() public {
        releaseByWallet(agentId);
        uint256 anew = register(wallet, registration());
        assertTrue(registry.isWalletReleased(agentId));
        assertFalse(registry.isWalletReleased(anew));
    }

    function testFuzz_GivenAnyState(uint8 status) public {
        giveStatus(agentId, IRegistry.Status(status % 4));
        assertFalse(registry.isWalletReleased(agentId), "no end of an agent releases its wallet");
    }
}
