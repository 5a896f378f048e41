// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentGuard} from "./base/AgentGuard.sol";

contract RegistryAttestComplianceTest is AgentGuard {
    function guardedCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.attestCompliance, (id));
    }

    function checkEffect(Actor memory by) internal override {
        IRegistry.Agent memory expected = registry.getAgent(agentId);
        expected.lastAttestation = uint64(block.timestamp);
        vm.recordLogs();
        send(by, guardedCall(agentId));
        emit IRegistry.ComplianceAttested(agentId, by.addr, registeredAt, uint64(block.timestamp));
        assertEvents();
        assertAgent(registry.getAgent(agentId), expected);
    }

    function test_GivenTheAttestationHasExpired() public onBothRoutes {
        vm.warp(registeredAt + 7 days + 1);
        assertFalse(registry.isRegisteredAndCompliant(wallet.addr));
        checkEffect(wallet);
        assertTrue(registry.isRegisteredAndCompliant(wallet.addr));
    }

    function test_GivenTheAgentAttestedInTheSameSecond() public onBothRoutes {
        send(wallet, guardedCall(agentId));
        vm.recordLogs();
        send(creator, guardedCall(agentId));
        emit IRegistry.ComplianceAttested(
            agentId, creator.addr, uint64(block.timestamp), uint64(block.timestamp)
        );
        assertEvents();
    }

    function test_GivenTheAgentWasReactivated() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Suspended);
        send(regulator, abi.encodeCall(IRegistry.reactivateAgent, (agentId)));
        checkEffect(wallet);
    }

    function testFuzz_WhenAnyTimeHasPassed(uint40 elapsed) public onBothRoutes {
        // Times are kept in 40 bits.
        vm.warp(bound(elapsed, block.timestamp, type(uint40).max));
        checkEffect(wallet);
        assertTrue(registry.isRegisteredAndCompliant(wallet.addr));
    }
}
