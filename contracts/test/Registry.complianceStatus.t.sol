// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentViewGuard} from "./base/AgentViewGuard.sol";

contract RegistryComplianceStatusTest is AgentViewGuard {
    function viewCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.complianceStatus, (id));
    }

    function test_GivenTheAttestationIsOfThisSecond() public {
        vm.warp(registeredAt);
        checkStatus(true, 0, IRegistry.Status.Active);
    }

    function test_GivenTheAttestationIsExactlySevenDaysOld() public {
        vm.warp(registeredAt + 7 days);
        checkStatus(true, 7 days, IRegistry.Status.Active);
    }

    function test_GivenTheAttestationIsOneSecondOlder() public {
        vm.warp(registeredAt + 7 days + 1);
        checkStatus(false, 7 days + 1, IRegistry.Status.Active);
    }

    function test_GivenTheAgentIsSuspended() public {
        giveStatus(agentId, IRegistry.Status.Suspended);
        checkStatus(true, 1 days, IRegistry.Status.Suspended);
    }

    function test_GivenTheAgentIsRevoked() public {
        giveStatus(agentId, IRegistry.Status.Revoked);
        checkStatus(true, 1 days, IRegistry.Status.Revoked);
    }

    function test_GivenTheAgentIsTerminated() public {
        giveStatus(agentId, IRegistry.Status.Terminated);
        checkStatus(true, 1 days, IRegistry.Status.Terminated);
    }

    function test_GivenChildren() public {
        uint256 child = registerChild(agentId, "first");
        registerChild(agentId, "second");
        registerChild(child, "grandchild");
        (,,, uint256 childCount,) = registry.complianceStatus(agentId);
        assertEq(childCount, 2, "children, not descendants");
    }

    function testFuzz_GivenAnyTimeAndStatus(uint256 elapsed, uint8 status) public {
        // Half of the times near the limit, half anywhere that 40 bits reach.
        elapsed = elapsed % 2 == 0 ? elapsed % 14 days : elapsed % (type(uint40).max - registeredAt);
        giveStatus(agentId, IRegistry.Status(status % 4));
        vm.warp(registeredAt + elapsed);
        checkStatus(elapsed <= 7 days, elapsed, IRegistry.Status(status % 4));
    }

    function checkStatus(bool current, uint256 elapsed, IRegistry.Status expected) private view {
        (
            bool isActive,
            bool attestationCurrent,
            uint64 secondsSinceAttestation,
            uint256 childCount,
            IRegistry.Status status
        ) = registry.complianceStatus(agentId);
        assertEq(isActive, expected == IRegistry.Status.Active, "isActive");
        assertEq(attestationCurrent, current, "attestationCurrent");
        assertEq(secondsSinceAttestation, elapsed, "secondsSinceAttestation");
        assertEq(childCount, 0, "childCount");
        assertStatus(status, expected);
    }
}
