// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryIsRegisteredAndCompliantTest is RegistryTest {
    function test_GivenTheWalletHasNoAgent() public view {
        assertFalse(registry.isRegisteredAndCompliant(stranger.addr));
        assertFalse(registry.isRegisteredAndCompliant(creator.addr));
        assertFalse(registry.isRegisteredAndCompliant(address(0)));
    }

    function test_GivenTheAttestationIsExactlySevenDaysOld() public {
        vm.warp(registeredAt + 7 days);
        assertTrue(registry.isRegisteredAndCompliant(wallet.addr));
    }

    function test_GivenTheAttestationIsOneSecondOlder() public {
        vm.warp(registeredAt + 7 days + 1);
        assertFalse(registry.isRegisteredAndCompliant(wallet.addr));
    }

    function test_GivenTheAgentIsSuspended() public {
        giveStatus(agentId, IRegistry.Status.Suspended);
        assertFalse(registry.isRegisteredAndCompliant(wallet.addr));
    }

    function test_GivenTheAgentIsRevoked() public {
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertFalse(registry.isRegisteredAndCompliant(wallet.addr));
    }

    function test_GivenTheAgentIsTerminated() public {
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertFalse(registry.isRegisteredAndCompliant(wallet.addr));
    }

    function test_GivenTheWalletWasReplaced() public {
        replaceWallet(agentId, stranger.addr);
        assertFalse(registry.isRegisteredAndCompliant(wallet.addr));
        assertTrue(registry.isRegisteredAndCompliant(stranger.addr));
    }

    function test_GivenTheWalletWasReleased() public {
        releaseByWallet(agentId);
        assertFalse(registry.isRegisteredAndCompliant(wallet.addr));
        register(wallet, registration());
        assertTrue(registry.isRegisteredAndCompliant(wallet.addr), "by the new record");
    }

    function testFuzz_GivenNobodyHasAgreedOrSomebodyHas(uint8 words) public {
        if (words & 1 != 0) send(wallet, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        if (words & 2 != 0) send(haftungsperson, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        assertTrue(registry.isRegisteredAndCompliant(wallet.addr), "agreement is no part of compliance");
    }

    function testFuzz_GivenAnyTimeAndStatus(uint256 elapsed, uint8 status) public {
        elapsed = elapsed % 14 days;
        giveStatus(agentId, IRegistry.Status(status % 4));
        vm.warp(registeredAt + elapsed);
        assertEq(registry.isRegisteredAndCompliant(wallet.addr), elapsed <= 7 days && status % 4 == 0);
    }
}
