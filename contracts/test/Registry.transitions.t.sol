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

    Actor private parentsWallet;
    Actor private successor;
    Actor private newWallet;
    Actor private attester;

    /// @dev The agent is a child, so that its parent has a say too. A successor and a wallet are proposed, and there is
    /// an attester.
    function setUp() public override {
        super.setUp();
        parentsWallet = wallet;
        wallet = makeActor("child");
        successor = makeActor("successor");
        agentId = registerChild(agentId, "child");
        vm.prank(creator.addr);
        registry.proposeHaftungsperson(agentId, successor.addr);
        newWallet = makeActor("new wallet");
        attester = makeActor("attester");
        offerWallet(agentId, newWallet.addr);
        vm.prank(creator.addr);
        registry.setAttester(agentId, attester.addr);
    }

    function test_GivenTheAgentIsActive() public onBothRoutes {
        checkLeadsTo(ACTIVE, suspend(), SUSPENDED);
        checkLeadsTo(ACTIVE, revoke(), REVOKED);
        checkRefused(ACTIVE, reactivate(), NOT_SUSPENDED);
        checkLeadsTo(ACTIVE, terminate(), TERMINATED);
        checkLeadsTo(ACTIVE, attest(), ACTIVE);
        checkLeadsTo(ACTIVE, reportRevenue(), ACTIVE);
        checkLeadsTo(ACTIVE, updateCapabilities(), ACTIVE);
        checkLeadsTo(ACTIVE, updateConstitution(), ACTIVE);
        checkLeadsTo(ACTIVE, attestMany(), ACTIVE);
        checkLeadsTo(ACTIVE, registerUnderIt(), ACTIVE);
        checkLeadsTo(ACTIVE, declineAsWallet(), TERMINATED);
        checkLeadsTo(ACTIVE, declineAsHaftungsperson(), SUSPENDED);
        checkLeadsTo(ACTIVE, release(), TERMINATED);
        checkLeadsTo(ACTIVE, propose(), ACTIVE);
        checkLeadsTo(ACTIVE, accept(), ACTIVE);
        checkLeadsTo(ACTIVE, attestAsAttester(), ACTIVE);
        checkKeysLeaveTheState(ACTIVE);
        checkWordsLeaveTheState(ACTIVE);
    }

    function test_GivenTheAgentIsSuspended() public onBothRoutes {
        checkRefused(SUSPENDED, suspend(), NOT_ACTIVE);
        checkLeadsTo(SUSPENDED, revoke(), REVOKED);
        checkLeadsTo(SUSPENDED, reactivate(), ACTIVE);
        checkRefused(SUSPENDED, declineAsWallet(), NOT_ACTIVE);
        checkLeadsTo(SUSPENDED, declineAsHaftungsperson(), SUSPENDED);
        checkLeadsTo(SUSPENDED, release(), TERMINATED);
        checkLeadsTo(SUSPENDED, propose(), SUSPENDED);
        checkLeadsTo(SUSPENDED, accept(), SUSPENDED);
        checkKeysLeaveTheState(SUSPENDED);
        checkAgentDoesNotFile(SUSPENDED);
    }

    /// @dev Not by a regulator but by the Haftungsperson's refusal, so that the wallet may leave.
    function test_GivenARefusalSuspendedTheAgent() public onBothRoutes {
        Operation memory refusal = declineAsHaftungsperson();
        send(refusal.by, refusal.call);
        assertStatus(registry.getAgent(agentId).status, SUSPENDED);
        send(declineAsWallet().by, declineAsWallet().call);
        assertStatus(registry.getAgent(agentId).status, TERMINATED);
    }

    function test_GivenTheAgentIsRevoked() public onBothRoutes {
        checkRefused(REVOKED, suspend(), NOT_ACTIVE);
        checkRefused(REVOKED, revoke(), NOT_ACTIVE);
        checkRefused(REVOKED, reactivate(), NOT_SUSPENDED);
        checkRefused(REVOKED, declineAsWallet(), NOT_ACTIVE);
        checkHasEnded(REVOKED);
    }

    function test_GivenTheAgentIsTerminated() public onBothRoutes {
        checkRefused(TERMINATED, suspend(), NOT_ACTIVE);
        checkRefused(TERMINATED, revoke(), NOT_ACTIVE);
        checkRefused(TERMINATED, reactivate(), NOT_SUSPENDED);
        checkLeadsTo(TERMINATED, declineAsWallet(), TERMINATED);
        checkHasEnded(TERMINATED);
    }

    function checkHasEnded(IRegistry.Status from) private {
        checkLeadsTo(from, declineAsHaftungsperson(), from);
        checkLeadsTo(from, release(), from);
        checkRefused(from, propose(), NOT_ACTIVE);
        checkRefused(from, accept(), NOT_ACTIVE);
        checkRefused(from, proposeWallet(), NOT_ACTIVE);
        checkRefused(from, acceptWallet(), NOT_ACTIVE);
        checkRefused(from, setAttester(), NOT_ACTIVE);
        checkAgentDoesNotFile(from);
    }

    function checkAgentDoesNotFile(IRegistry.Status from) private {
        checkRefused(from, terminate(), NOT_ACTIVE);
        checkRefused(from, attest(), NOT_ACTIVE);
        checkRefused(from, reportRevenue(), NOT_ACTIVE);
        checkRefused(from, updateCapabilities(), NOT_ACTIVE);
        checkRefused(from, updateConstitution(), NOT_ACTIVE);
        checkRefused(from, attestMany(), NOT_ACTIVE);
        checkRefused(from, attestAsAttester(), NOT_ACTIVE);
        checkRefused(from, registerUnderIt(), "Parent agent not active");
        checkWordsLeaveTheState(from);
    }

    function checkKeysLeaveTheState(IRegistry.Status from) private {
        checkLeadsTo(from, proposeWallet(), from);
        checkLeadsTo(from, acceptWallet(), from);
        checkLeadsTo(from, setAttester(), from);
    }

    function checkWordsLeaveTheState(IRegistry.Status from) private {
        checkLeadsTo(from, confirm(), from);
        checkLeadsTo(from, confirmRecord(), from);
        checkLeadsTo(from, declineAsParent(), from);
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

    function confirmRecord() private view returns (Operation memory) {
        bytes32 hash = registry.recordHash(agentId);
        return Operation(wallet, abi.encodeCall(IRegistry.confirmRecord, (agentId, hash)));
    }

    function declineAsWallet() private view returns (Operation memory) {
        return Operation(wallet, abi.encodeCall(IRegistry.declineAgent, (agentId)));
    }

    /// @dev It answers for the parent too, and so refuses both.
    function declineAsHaftungsperson() private view returns (Operation memory) {
        return Operation(haftungsperson, abi.encodeCall(IRegistry.declineAgent, (agentId)));
    }

    function declineAsParent() private view returns (Operation memory) {
        return Operation(parentsWallet, abi.encodeCall(IRegistry.declineAgent, (agentId)));
    }

    function release() private view returns (Operation memory) {
        return Operation(regulator, abi.encodeCall(IRegistry.releaseWallet, (agentId)));
    }

    function propose() private view returns (Operation memory) {
        return Operation(wallet, abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, stranger.addr)));
    }

    function accept() private view returns (Operation memory) {
        bytes32 seen = registry.recordHash(agentId);
        return Operation(successor, abi.encodeCall(IRegistry.acceptHaftungsperson, (agentId, seen)));
    }

    function proposeWallet() private view returns (Operation memory) {
        return Operation(haftungsperson, abi.encodeCall(IRegistry.proposeWallet, (agentId, stranger.addr)));
    }

    function acceptWallet() private view returns (Operation memory) {
        bytes32 seen = registry.recordHash(agentId);
        return Operation(newWallet, abi.encodeCall(IRegistry.acceptWallet, (agentId, seen)));
    }

    function setAttester() private view returns (Operation memory) {
        return Operation(wallet, abi.encodeCall(IRegistry.setAttester, (agentId, stranger.addr)));
    }

    function attestAsAttester() private view returns (Operation memory) {
        return Operation(attester, abi.encodeCall(IRegistry.attestCompliance, (agentId)));
    }

    function attestMany() private view returns (Operation memory) {
        uint256[] memory agentIds = new uint256[](1);
        agentIds[0] = agentId;
        return Operation(wallet, abi.encodeCall(IRegistry.attestComplianceMany, (agentIds)));
    }

    function registerUnderIt() private view returns (Operation memory) {
        Registration memory r = registration();
        (r.agentWallet, r.parentAgentId) = (stranger.addr, agentId);
        return Operation(wallet, registerCall(r));
    }
}
