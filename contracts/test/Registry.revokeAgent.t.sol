// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegulatorGuard} from "./base/RegulatorGuard.sol";

contract RegistryRevokeAgentTest is RegulatorGuard {
    function guardedCall(uint256 id) internal pure override returns (bytes memory) {
        return callWith(id, "unexplained payments");
    }

    function checkEffect(Actor memory by) internal override {
        checkChange(by, "unexplained payments");
    }

    function test_GivenTheAgentIsSuspended() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Suspended);
        checkChange(regulator, "did not answer");
    }

    function test_GivenTheAgentIsRevoked() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertRefused(regulator, guardedCall(agentId), "Agent not active");
    }

    function test_GivenTheAgentIsTerminated() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertRefused(regulator, guardedCall(agentId), "Agent not active");
    }

    function test_GivenTheAgentWasRevoked() public onBothRoutes {
        checkChange(regulator, "fraud");
        assertRefused(stranger, registerCall(registration()), "Wallet already registered to another agent");
    }

    function test_WhenTheReasonIsTooLong() public onBothRoutes {
        assertRefused(regulator, callWith(agentId, string(new bytes(1_001))), "Reason too long");
    }

    function test_WhenTheReasonIsTooLongAndTheStateForbidsIt() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertRefused(regulator, callWith(agentId, string(new bytes(1_001))), "Agent not active");
    }

    function test_WhenTheReasonIsEmpty() public onBothRoutes {
        checkChange(regulator, "");
    }

    function test_WhenTheReasonHas1000Bytes() public onBothRoutes {
        checkChange(regulator, string(new bytes(1_000)));
    }

    function test_GivenTheAgentHasChildren() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        checkChange(regulator, "");
        assertStatus(registry.getAgent(child).status, IRegistry.Status.Active);
    }

    function testFuzz_WhenAnyReasonIsGiven(bytes calldata text, uint256 length) public onBothRoutes {
        bytes memory reason = bytes.concat(text, new bytes(bound(length, 0, 1_010)));
        if (reason.length <= 1_000) checkChange(regulator, string(reason));
        else assertRefused(regulator, callWith(agentId, string(reason)), "Reason too long");
    }

    function callWith(uint256 id, string memory reason) private pure returns (bytes memory) {
        return abi.encodeCall(IRegistry.revokeAgent, (id, reason));
    }

    function checkChange(Actor memory by, string memory reason) private {
        IRegistry.Agent memory expected = registry.getAgent(agentId);
        IRegistry.Status oldStatus = expected.status;
        expected.status = IRegistry.Status.Revoked;
        vm.recordLogs();
        send(by, callWith(agentId, reason));
        emit IRegistry.AgentStatusChanged(
            agentId, by.addr, oldStatus, IRegistry.Status.Revoked, reason, uint64(block.timestamp)
        );
        assertEvents();
        assertAgent(registry.getAgent(agentId), expected);
        assertTrue(registry.isRegistered(wallet.addr), "stays registered");
        assertFalse(registry.isRegisteredAndCompliant(wallet.addr), "is not compliant");
    }
}
