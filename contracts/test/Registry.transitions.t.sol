// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

/// @dev The whole matrix, four states by every operation that looks at the state: what is allowed
/// and where it leads, or the reason why not.
contract RegistryTransitionsTest is RegistryTest {
    struct Operation {
        Actor by;
        bytes call;
    }

    IRegistry.Status private constant ACTIVE = IRegistry.Status.Active;
    IRegistry.Status private constant SUSPENDED = IRegistry.Status.Suspended;
    IRegistry.Status private constant REVOKED = IRegistry.Status.Revoked;
    IRegistry.Status private constant TERMINATED = IRegistry.Status.Terminated;

    string private constant NOT_ACTIVE = "Agent not active";
    string private constant NOT_SUSPENDED = "Only suspended agents can be reactivated";

    function test_GivenTheAgentIsActive() public onBothRoutes {
        checkLeadsTo(ACTIVE, suspend(), SUSPENDED);
        checkLeadsTo(ACTIVE, revoke(), REVOKED);
        checkRefused(ACTIVE, reactivate(), NOT_SUSPENDED);
        checkLeadsTo(ACTIVE, terminate(), TERMINATED);
        checkLeadsTo(ACTIVE, attest(), ACTIVE);
        checkLeadsTo(ACTIVE, reportRevenue(), ACTIVE);
        checkLeadsTo(ACTIVE, updateCapabilities(), ACTIVE);
        checkLeadsTo(ACTIVE, updateConstitution(), ACTIVE);
        checkLeadsTo(ACTIVE, confirm(), ACTIVE);
        checkLeadsTo(ACTIVE, registerUnderIt(), ACTIVE);
    }

    function test_GivenTheAgentIsSuspended() public onBothRoutes {
        checkRefused(SUSPENDED, suspend(), NOT_ACTIVE);
        checkLeadsTo(SUSPENDED, revoke(), REVOKED);
        checkLeadsTo(SUSPENDED, reactivate(), ACTIVE);
        checkAgentMayOnlyConfirm(SUSPENDED);
    }

    function test_GivenTheAgentIsRevoked() public onBothRoutes {
        checkRefused(REVOKED, suspend(), NOT_ACTIVE);
        checkRefused(REVOKED, revoke(), NOT_ACTIVE);
        checkRefused(REVOKED, reactivate(), NOT_SUSPENDED);
        checkAgentMayOnlyConfirm(REVOKED);
    }

    function test_GivenTheAgentIsTerminated() public onBothRoutes {
        checkRefused(TERMINATED, suspend(), NOT_ACTIVE);
        checkRefused(TERMINATED, revoke(), NOT_ACTIVE);
        checkRefused(TERMINATED, reactivate(), NOT_SUSPENDED);
        checkAgentMayOnlyConfirm(TERMINATED);
    }

    function checkAgentMayOnlyConfirm(IRegistry.Status from) private {
        checkRefused(from, terminate(), NOT_ACTIVE);
        checkRefused(from, attest(), NOT_ACTIVE);
        checkRefused(from, reportRevenue(), NOT_ACTIVE);
        checkRefused(from, updateCapabilities(), NOT_ACTIVE);
        checkRefused(from, updateConstitution(), NOT_ACTIVE);
        checkRefused(from, registerUnderIt(), "Parent agent not active");
        checkLeadsTo(from, confirm(), from);
    }

    function checkLeadsTo(IRegistry.Status from, Operation memory operation, IRegistry.Status to) private {
        uint256 start = vm.snapshotState();
        giveStatus(agentId, from);
        send(operation.by, operation.call);
        assertStatus(registry.getAgent(agentId).status, to);
        vm.revertToState(start);
    }

    function checkRefused(IRegistry.Status from, Operation memory operation, string memory reason) private {
        uint256 start = vm.snapshotState();
        giveStatus(agentId, from);
        assertRefused(operation.by, operation.call, reason);
        assertStatus(registry.getAgent(agentId).status, from);
        vm.revertToState(start);
    }

    function suspend() private view returns (Operation memory) {
        return Operation(regulator, abi.encodeCall(IRegistry.suspendAgent, (agentId, "reason")));
    }

    function revoke() private view returns (Operation memory) {
        return Operation(regulator, abi.encodeCall(IRegistry.revokeAgent, (agentId, "reason")));
    }

    function reactivate() private view returns (Operation memory) {
        return Operation(regulator, abi.encodeCall(IRegistry.reactivateAgent, (agentId)));
    }

    function terminate() private view returns (Operation memory) {
        return Operation(wallet, abi.encodeCall(IRegistry.terminateSelf, (agentId)));
    }

    function attest() private view returns (Operation memory) {
        return Operation(wallet, abi.encodeCall(IRegistry.attestCompliance, (agentId)));
    }

    function reportRevenue() private view returns (Operation memory) {
        bytes memory call = abi.encodeCall(IRegistry.reportRevenue, (agentId, 1, "EUR", "research", 0, 1));
        return Operation(wallet, call);
    }

    function updateCapabilities() private view returns (Operation memory) {
        return Operation(wallet, abi.encodeCall(IRegistry.updateCapabilities, (agentId, bytes32("new"))));
    }

    function updateConstitution() private view returns (Operation memory) {
        return Operation(wallet, abi.encodeCall(IRegistry.updateConstitution, (agentId, bytes32("new"))));
    }

    function confirm() private view returns (Operation memory) {
        return Operation(wallet, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
    }

    function registerUnderIt() private view returns (Operation memory) {
        Registration memory r = registration();
        (r.agentWallet, r.parentAgentId) = (stranger.addr, agentId);
        return Operation(wallet, registerCall(r));
    }
}
