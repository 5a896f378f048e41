// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentGuard} from "./base/AgentGuard.sol";

contract RegistryUpdateConstitutionTest is AgentGuard {
    bytes32 private constant NEW_HASH = keccak256("new constitution");

    function guardedCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.updateConstitution, (id, NEW_HASH));
    }

    function checkEffect(Actor memory by) internal override {
        checkUpdate(by, NEW_HASH);
    }

    function test_WhenTheHashIsTheSame() public onBothRoutes {
        checkUpdate(wallet, registration().constitutionHash);
    }

    function test_WhenTheHashIsZero() public onBothRoutes {
        checkUpdate(wallet, 0);
    }

    function test_GivenTheAttestationHasExpired() public onBothRoutes {
        vm.warp(registeredAt + 7 days + 1);
        checkUpdate(wallet, NEW_HASH);
        assertFalse(registry.isRegisteredAndCompliant(wallet.addr), "an update is no attestation");
    }

    function testFuzz_WhenAnyHashIsGiven(bytes32 first, bytes32 second) public onBothRoutes {
        checkUpdate(creator, first);
        checkUpdate(haftungsperson, second);
    }

    function checkUpdate(Actor memory by, bytes32 newHash) private {
        IRegistry.Agent memory expected = registry.getAgent(agentId);
        bytes32 oldHash = expected.constitutionHash;
        expected.constitutionHash = newHash;
        vm.recordLogs();
        send(by, abi.encodeCall(IRegistry.updateConstitution, (agentId, newHash)));
        emit IRegistry.ConstitutionUpdated(agentId, by.addr, oldHash, newHash, uint64(block.timestamp));
        assertEvents();
        assertAgent(registry.getAgent(agentId), expected);
    }
}
