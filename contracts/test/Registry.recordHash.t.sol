// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentViewGuard} from "./base/AgentViewGuard.sol";

contract RegistryRecordHashTest is AgentViewGuard {
    function viewCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.recordHash, (id));
    }

    function test_GivenARoot() public view {
        assertEq(registry.recordHash(agentId), hashByHand(agentId, creator.addr, registration()));
    }

    function test_GivenAChild() public {
        Registration memory r = fresh();
        (r.parentAgentId, r.selfModifying) = (agentId, true);
        uint256 child = register(stranger, r);
        assertEq(registry.recordHash(child), hashByHand(child, stranger.addr, r));
    }

    function test_WhenOneFieldDiffers() public {
        bytes32 plain = hashOf(stranger, fresh());
        Registration memory r = fresh();
        assertTrue(hashOf(creator, r) != plain, "creator");
        r.haftungsperson = wallet.addr;
        assertTrue(hashOf(stranger, r) != plain, "haftungsperson");
        r = fresh();
        r.agentWallet = creator.addr;
        assertTrue(hashOf(stranger, r) != plain, "agentWallet");
        r = fresh();
        r.constitutionHash = keccak256("other");
        assertTrue(hashOf(stranger, r) != plain, "constitutionHash");
        r = fresh();
        r.capabilityHash = keccak256("other");
        assertTrue(hashOf(stranger, r) != plain, "capabilityHash");
        r = fresh();
        r.operationalScope = string.concat(r.operationalScope, "\x00");
        assertTrue(hashOf(stranger, r) != plain, "operationalScope");
        r = fresh();
        r.parentAgentId = agentId;
        assertTrue(hashOf(stranger, r) != plain, "parentAgentId");
        r = fresh();
        r.selfModifying = true;
        assertTrue(hashOf(stranger, r) != plain, "selfModifying");
        assertEq(hashOf(stranger, fresh()), plain, "and nothing else");
    }

    function test_WhenTheSameIsRegisteredUnderAnotherNumber() public {
        releaseByWallet(agentId);
        uint256 anew = register(wallet, registration());
        assertEq(registry.recordHash(anew), hashByHand(anew, wallet.addr, registration()));
        assertTrue(registry.recordHash(anew) != hashByHand(agentId, wallet.addr, registration()));
    }

    function test_GivenTheRecordChanged() public {
        Registration memory r = registration();
        r.constitutionHash = bytes32("new constitution");
        send(wallet, abi.encodeCall(IRegistry.updateConstitution, (agentId, r.constitutionHash)));
        assertEq(registry.recordHash(agentId), hashByHand(agentId, creator.addr, r));
        r.capabilityHash = bytes32("new capabilities");
        send(wallet, abi.encodeCall(IRegistry.updateCapabilities, (agentId, r.capabilityHash)));
        assertEq(registry.recordHash(agentId), hashByHand(agentId, creator.addr, r));
        r.haftungsperson = stranger.addr;
        handOver(agentId, stranger.addr);
        assertEq(registry.recordHash(agentId), hashByHand(agentId, creator.addr, r));
    }

    function test_GivenFilingsWordsAndStates() public {
        bytes32 before = registry.recordHash(agentId);
        send(wallet, abi.encodeCall(IRegistry.attestCompliance, (agentId)));
        send(wallet, abi.encodeCall(IRegistry.reportRevenue, (agentId, 1, "EUR", "research", 0, 1)));
        send(wallet, abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, stranger.addr)));
        send(haftungsperson, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        send(haftungsperson, abi.encodeCall(IRegistry.declineAgent, (agentId)));
        send(regulator, abi.encodeCall(IRegistry.releaseWallet, (agentId)));
        assertEq(registry.recordHash(agentId), before);
    }

    /// @dev Scopes of every length: their bytes lie in words of their own, with no length beside them.
    function testFuzz_GivenAnyRecord(uint256 seed, Registration memory r, uint16 length) public {
        vm.assume(!registry.isRegistered(r.agentWallet) && r.agentWallet != address(0));
        vm.assume(r.haftungsperson != address(0));
        bytes memory scope = new bytes(length % 1_001);
        for (uint256 i = 0; i < scope.length; ++i) scope[i] = bytes1(uint8(1 + (seed >> (i % 248)) % 255));
        (r.operationalScope, r.parentAgentId) = (string(scope), seed % 2 == 0 ? 0 : agentId);
        uint256 id = register(stranger, r);
        assertEq(registry.recordHash(id), hashByHand(id, stranger.addr, r));
        assertEq(registry.getAgent(id).operationalScope, string(scope), "the scope as given");
    }

    function fresh() private view returns (Registration memory r) {
        r = registration();
        r.agentWallet = stranger.addr;
    }

    /// @dev Of the record as it would be entered; it is not.
    function hashOf(Actor memory by, Registration memory r) private returns (bytes32 hash) {
        uint256 start = vm.snapshotState();
        hash = registry.recordHash(register(by, r));
        vm.revertToState(start);
    }

    function hashByHand(uint256 id, address by, Registration memory r) private pure returns (bytes32) {
        return keccak256(
            abi.encode(
                id,
                by,
                r.haftungsperson,
                r.agentWallet,
                r.constitutionHash,
                r.capabilityHash,
                keccak256(bytes(r.operationalScope)),
                r.parentAgentId,
                r.selfModifying
            )
        );
    }
}
