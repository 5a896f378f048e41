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

    // ------------------------------------------------------------ the attester

    function test_WhenTheCallerIsTheAttester() public onBothRoutes {
        nameAttester(stranger.addr);
        checkEffect(stranger);
    }

    function test_GivenAnAttesterAndAPartyCalls() public onBothRoutes {
        nameAttester(stranger.addr);
        uint256 start = vm.snapshotState();
        Actor[3] memory parties = [wallet, creator, haftungsperson];
        for (uint256 i = 0; i < 3; ++i) {
            checkEffect(parties[i]);
            vm.revertToState(start);
            start = vm.snapshotState();
        }
    }

    function test_WhenTheCallerIsAnotherAgentsAttester() public onBothRoutes {
        nameAttester(stranger.addr);
        uint256 child = registerChild(agentId, "child");
        assertRefused(stranger, guardedCall(child), "Not authorized for this agent");
    }

    function test_GivenTheAttesterWasRemoved() public onBothRoutes {
        nameAttester(stranger.addr);
        nameAttester(address(0));
        assertRefused(stranger, guardedCall(agentId), "Not authorized for this agent");
    }

    function test_GivenTheAttestersAgentIsNotActive() public onBothRoutes {
        nameAttester(stranger.addr);
        for (uint256 status = 1; status < 4; ++status) {
            uint256 start = vm.snapshotState();
            giveStatus(agentId, IRegistry.Status(status));
            assertRefused(stranger, guardedCall(agentId), "Agent not active");
            vm.revertToState(start);
        }
    }

    function test_WhenTheAttesterAttestsForAReplacedHaftungspersonsAgent() public onBothRoutes {
        nameAttester(stranger.addr);
        handOver(agentId, makeActor("successor").addr);
        checkEffect(stranger);
    }

    function nameAttester(address key) private {
        send(wallet, abi.encodeCall(IRegistry.setAttester, (agentId, key)));
    }

    function testFuzz_WhenAnyTimeHasPassed(uint40 elapsed) public onBothRoutes {
        // Times are kept in 40 bits.
        vm.warp(bound(elapsed, block.timestamp, type(uint40).max));
        checkEffect(wallet);
        assertTrue(registry.isRegisteredAndCompliant(wallet.addr));
    }
}
