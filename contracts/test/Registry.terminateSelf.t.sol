// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentGuard} from "./base/AgentGuard.sol";

contract RegistryTerminateSelfTest is AgentGuard {
    function guardedCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.terminateSelf, (id));
    }

    function checkEffect(Actor memory by) internal override {
        IRegistry.Agent memory expected = registry.getAgent(agentId);
        expected.status = IRegistry.Status.Terminated;
        vm.recordLogs();
        send(by, guardedCall(agentId));
        emit IRegistry.AgentStatusChanged(
            agentId,
            by.addr,
            IRegistry.Status.Active,
            IRegistry.Status.Terminated,
            "",
            uint64(block.timestamp)
        );
        assertEvents();
        assertAgent(registry.getAgent(agentId), expected);
    }

    function test_GivenTheAgentHasChildren() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        send(wallet, guardedCall(agentId));
        assertStatus(registry.getAgent(child).status, IRegistry.Status.Active);
        assertEq(registry.getChildren(agentId).length, 1);
    }

    function test_GivenTheAgentHasTerminated() public onBothRoutes {
        send(wallet, guardedCall(agentId));
        assertTrue(registry.isRegistered(wallet.addr), "stays registered");
        assertFalse(registry.isRegisteredAndCompliant(wallet.addr), "is not compliant");
        assertRefused(stranger, registerCall(registration()), "Wallet already registered to another agent");
    }
}
