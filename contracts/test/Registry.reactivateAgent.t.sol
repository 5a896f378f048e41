// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegulatorGuard} from "./base/RegulatorGuard.sol";

contract RegistryReactivateAgentTest is RegulatorGuard {
    string private constant REFUSAL = "Only suspended agents can be reactivated";

    function guardedCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.reactivateAgent, (id));
    }

    function checkEffect(Actor memory by) internal override {
        giveStatus(agentId, IRegistry.Status.Suspended);
        IRegistry.Agent memory expected = registry.getAgent(agentId);
        expected.status = IRegistry.Status.Active;
        vm.recordLogs();
        send(by, guardedCall(agentId));
        emit IRegistry.AgentStatusChanged(
            agentId,
            by.addr,
            IRegistry.Status.Suspended,
            IRegistry.Status.Active,
            "",
            uint64(block.timestamp)
        );
        assertEvents();
        assertAgent(registry.getAgent(agentId), expected);
    }

    function test_GivenTheAgentIsActive() public onBothRoutes {
        assertRefused(regulator, guardedCall(agentId), REFUSAL);
    }

    function test_GivenTheAgentIsRevoked() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertRefused(regulator, guardedCall(agentId), REFUSAL);
    }

    function test_GivenTheAgentIsTerminated() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertRefused(regulator, guardedCall(agentId), REFUSAL);
    }

    function test_GivenTheAttestationIsCurrent() public onBothRoutes {
        checkEffect(regulator);
        assertTrue(registry.isRegisteredAndCompliant(wallet.addr));
    }

    function test_GivenTheAttestationExpiredMeanwhile() public onBothRoutes {
        vm.warp(registeredAt + 7 days + 1);
        checkEffect(regulator);
        assertFalse(registry.isRegisteredAndCompliant(wallet.addr), "reactivation is no attestation");
    }

    function test_GivenTheAgentIsSuspendedAgain() public onBothRoutes {
        checkEffect(regulator);
        checkEffect(owner);
    }
}
