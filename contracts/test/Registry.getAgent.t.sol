// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentViewGuard} from "./base/AgentViewGuard.sol";

contract RegistryGetAgentTest is AgentViewGuard {
    function viewCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.getAgent, (id));
    }

    function test_GivenAnAgent() public view {
        assertAgent(registry.getAgent(agentId), expectedAgent());
    }

    function test_GivenAnAgentAfterEveryKindOfChange() public {
        IRegistry.Agent memory expected = expectedAgent();
        vm.startPrank(wallet.addr);
        registry.attestCompliance(agentId);
        registry.updateCapabilities(agentId, keccak256("new capabilities"));
        registry.updateConstitution(agentId, keccak256("new constitution"));
        expected.lastAttestation = uint64(block.timestamp);
        vm.warp(block.timestamp + 1 hours);
        registry.reportRevenue(agentId, 1, "EUR", "research", 0, 1);
        registry.confirmAgent(agentId);
        registry.terminateSelf(agentId);
        vm.stopPrank();

        expected.capabilityHash = keccak256("new capabilities");
        expected.constitutionHash = keccak256("new constitution");
        expected.lastRevenueReport = uint64(block.timestamp);
        expected.status = IRegistry.Status.Terminated;
        assertAgent(registry.getAgent(agentId), expected);
    }

    function test_WhenDecodedByPosition() public view {
        // Clients decode one tuple of these types, in this order.
        (bool ok, bytes memory returned) = address(registry).staticcall(viewCall(agentId));
        assertTrue(ok);
        assertEq(returned, abi.encode(expectedAgent()));
    }

    function expectedAgent() private view returns (IRegistry.Agent memory) {
        return IRegistry.Agent({
            agentId: 1,
            creator: creator.addr,
            haftungsperson: haftungsperson.addr,
            agentWallet: wallet.addr,
            constitutionHash: keccak256("constitution"),
            capabilityHash: keccak256("capabilities"),
            operationalScope: "answers questions about the register",
            parentAgentId: 0,
            generation: 0,
            selfModifying: false,
            registeredAt: registeredAt,
            lastAttestation: registeredAt,
            lastRevenueReport: 0,
            status: IRegistry.Status.Active
        });
    }
}
